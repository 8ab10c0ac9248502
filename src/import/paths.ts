import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseDay } from '../calendar/day.ts';
import { reasonOf } from '../disk/failure.ts';
import { failed } from '../errors.ts';
import { parseJson } from '../rates/json.ts';
import { daysOfLines } from './lines.ts';
import { type DayDocument, mostBytes, NotTaken, tooLong } from './read.ts';

/**
 * Days in day files, in folders of them and in files of lines; what is none of these in a folder is passed over.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* daysIn(paths: readonly string[]): AsyncGenerator<DayDocument | NotTaken> {
  const found = paths.map((path) => ({ path, stats: statsOf(path) }));
  for (const { path, stats } of found) {
    if (stats.isDirectory()) yield* daysInFolder(path);
    else yield* daysInFile(path, stats);
  }
}

function statsOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw failed(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

async function* daysInFolder(folder: string): AsyncGenerator<DayDocument | NotTaken> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    return yield new NotTaken(folder, `cannot be read: ${reasonOf(error)}`);
  }
  for (const name of names) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || name.startsWith('.')) continue;
    if (stats.isSymbolicLink()) yield new NotTaken(path, 'is a link');
    else if (stats.isDirectory()) yield new NotTaken(path, 'is a folder inside a folder');
    else if (hasLines(name) || name.endsWith('.json')) yield* daysInFile(path, stats);
  }
}

async function* daysInFile(path: string, stats: Stats): AsyncGenerator<DayDocument | NotTaken> {
  if (!stats.isFile()) yield new NotTaken(path, 'is not a file');
  else if (hasLines(path)) yield* daysOfLines(path);
  else yield dayFile(path, stats);
}

const hasLines = (name: string) => /\.ndjson(\.gz)?$/i.test(name);

function dayFile(path: string, { size }: Stats): DayDocument | NotTaken {
  const date = basename(path, '.json');
  if (!parseDay(date)) return new NotTaken(path, 'is not named by a day, as 2024-01-17.json is');
  if (size > mostBytes) return tooLong(path);
  try {
    return { name: path, date, body: parseJson(readFileSync(path, 'utf8')) };
  } catch (error) {
    return new NotTaken(path, `cannot be read: ${reasonOf(error)}`);
  }
}
