import { lstatSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Code } from '../currencies/code.ts';
import { Failure, reasonOf } from '../errors.ts';
import { pivotOf, type Side } from '../rates/day-rates.ts';
import { type DayDocument, otherPivot, Rejected } from './day-documents.ts';
import { contentsOf, endings, type FileNote, type ImportedFile } from './forms.ts';
import type { RateRow } from './rate-rows.ts';
import { ensureUsable, UnusableFile } from './unusable-file.ts';

type ImportOptions = Pick<ImportedFile, 'pivot' | 'now' | 'signal'>;

/** `skipped`: the path of what is in a folder and ends like none of the forms. */
type Items = AsyncGenerator<DayDocument | Rejected | FileNote | { readonly skipped: string }>;

/**
 * Days in files of any form, and in folders of them.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* daysIn(paths: readonly string[], options: ImportOptions): Items {
  const found = paths.map((path) => {
    try {
      return { path, stats: statSync(path) };
    } catch (error) {
      throw new Failure('cannot_read', `cannot read ${path}: ${reasonOf(error)}`);
    }
  });
  for (const { path, stats } of found) {
    if (stats.isDirectory()) yield* daysInFolder(path, options);
    else yield* daysAt(path, stats, options);
  }
}

async function* daysInFolder(folder: string, options: ImportOptions, isYear = false): Items {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    return yield new Rejected(folder, `cannot be read: ${reasonOf(error)}`);
  }
  for (const [at, name] of names.entries()) {
    if (at % 100 === 99) await letOthersRun();
    options.signal.throwIfAborted();
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || name.startsWith('.')) continue;

    if (stats.isSymbolicLink()) yield new Rejected(path, 'is a link');
    else if (!stats.isDirectory() && endings.test(name)) yield* daysAt(path, stats, options);
    else if (!stats.isDirectory()) yield { skipped: path };
    else if (!isYear && /^year=\d+$/.test(name)) yield* daysInFolder(path, options, true);
    else yield new Rejected(path, 'is a folder inside a folder');
  }
}

async function* daysAt(path: string, stats: Stats, options: ImportOptions): Items {
  const file = { ...options, path, size: stats.size, line: 0 };
  try {
    ensureUsable(stats.isFile(), 'is not a file');
    yield* daysInFile(file);
  } catch (error) {
    options.signal.throwIfAborted();
    const { line } = file;
    if (error instanceof UnusableFile) {
      yield new Rejected(line > 0 ? `${path}:${line}` : path, error.message, error.hint);
    } else {
      const after = line > 0 ? ` after line ${line}` : '';
      // the numbers of zlib's errors mean others to the system
      const { syscall, message } = error as NodeJS.ErrnoException;
      yield new Rejected(path, `cannot be read${after}: ${syscall ? reasonOf(error) : message}`);
    }
  }
}

/** More rows than the service has published; each takes some fifty bytes. */
const mostRows = 10_000_000;

async function* daysInFile(file: ImportedFile): Items {
  // by day and code: NaN are two rates, 0 only unusable ones
  const days = new Map<string, Map<Code, number>>();
  let rows = 0;
  for await (const items of await contentsOf(file)) {
    for (const item of items) {
      if (!('quote' in item)) yield item;
      else if (rows++ === mostRows) throw new UnusableFile('is one row too many: a file may have 10 million');
      else addTo(days, item, file.pivot);
    }
  }

  for (const [date, rates] of days) {
    // whoever takes the day may keep it, too
    days.delete(date);
    const name = `${file.path} ${date}`;
    const [twice] = [...rates].find(([, rate]) => Number.isNaN(rate)) ?? [];
    if (twice) yield new Rejected(name, `has two rates of ${twice}`);
    else yield { name, date, body: { ...file.pivot, rates: Object.fromEntries(rates) } };
  }
}

/** @throws UnusableFile */
function addTo(days: Map<string, Map<Code, number>>, row: RateRow, pivot: Side) {
  const { period, base, quote } = row;
  const rate = Number(row.rate);
  const [ofPivot, { code }] = 'quote' in pivot ? [quote, base] : [base, quote];
  if (ofPivot.code !== pivotOf(pivot))
    throw new UnusableFile(otherPivot({ base: base.name, quote: quote.name }, pivot));
  if (period.first !== period.last)
    throw new UnusableFile(`has the rate of a period, ${period.name}, not of a day`);

  const rates = days.get(period.name) ?? new Map<Code, number>();
  days.set(period.name, rates);
  const earlier = rates.get(code) ?? 0;
  const differs = rate !== 0 && earlier !== 0 && earlier !== rate;
  rates.set(code, differs ? Number.NaN : rate || earlier);
}
