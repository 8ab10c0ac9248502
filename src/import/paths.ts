import { lstatSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { failed, reasonOf } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import { daysInFile, endings } from './forms.ts';
import { type Days, NotTaken } from './given.ts';
import { BadRow } from './rate-rows.ts';

interface Reading {
  /** What the rates must be relative to. */
  readonly pivot: Code;
  readonly signal: AbortSignal;
  /** Told of what is in a folder and none of the forms, by its ending. */
  readonly onPassedOver: (path: string) => void;
}

/**
 * Days in files of any form, and in folders of them.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* daysIn(paths: readonly string[], reading: Reading): Days {
  const found = paths.map((path) => {
    try {
      return { path, stats: statSync(path) };
    } catch (error) {
      throw failed(`cannot read ${path}: ${reasonOf(error)}`);
    }
  });
  for (const { path, stats } of found) {
    if (stats.isDirectory()) yield* daysInFolder(path, reading, true);
    else yield* daysAt(path, stats, reading);
  }
}

async function* daysInFolder(folder: string, reading: Reading, isOutermost: boolean): Days {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    return yield new NotTaken(folder, `cannot be read: ${reasonOf(error)}`);
  }
  for (const [at, name] of names.entries()) {
    if (at % 100 === 99) await letOthersRun();
    reading.signal.throwIfAborted();
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || name.startsWith('.')) continue;
    if (stats.isSymbolicLink()) yield new NotTaken(path, 'is a link');
    else if (stats.isDirectory() && isOutermost && /^year=\d+$/.test(name)) yield* daysInFolder(path, reading, false);
    else if (stats.isDirectory()) yield new NotTaken(path, 'is a folder inside a folder');
    else if (endings.test(name)) yield* daysAt(path, stats, reading);
    else reading.onPassedOver(path);
  }
}

async function* daysAt(path: string, stats: Stats, { pivot, signal }: Reading): Days {
  if (!stats.isFile()) return yield new NotTaken(path, 'is not a file');
  const file = { path, size: stats.size, pivot, signal, line: 0 };
  try {
    yield* daysInFile(file);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BadRow)
      return yield new NotTaken(file.line > 0 ? `${path}:${file.line}` : path, error.message);
    const after = file.line > 0 ? ` after line ${file.line}` : '';
    // the numbers of zlib's errors mean others to the system
    const why = (error as NodeJS.ErrnoException).syscall ? reasonOf(error) : (error as Error).message;
    yield new NotTaken(path, `cannot be read${after}: ${why}`);
  }
}
