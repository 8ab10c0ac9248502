import { type Dirent, promises, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from '../currencies/code.ts';
import { reasonOf } from '../errors.ts';
import { unreadable } from '../files.ts';
import { type Pivot, pivotCode } from '../rates/day-rates.ts';
import { type DayDocument, otherPivot, Rejected } from './day-documents.ts';
import { contentsOf, endings, type ImportedFile, type ImportNote } from './forms.ts';
import type { RateRow } from './rate-rows.ts';
import { ensureUsable, UnusableFile } from './unusable-file.ts';

type ImportOptions = Pick<ImportedFile, 'pivot' | 'now' | 'signal'>;

/** `skipped`: the path of a file in a folder with an unknown ending. */
type Items = AsyncGenerator<DayDocument | Rejected | ImportNote | { readonly skipped: string }>;

/**
 * Days in files of any form, and in folders of them.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* readDayFiles(paths: readonly string[], options: ImportOptions): Items {
  for (const path of paths)
    try {
      statSync(path);
    } catch (error) {
      throw unreadable(`cannot read ${path}`, error);
    }
  for (const path of paths)
    yield* statSync(path).isDirectory() ? daysInFolder(path, options) : daysAt(path, options);
}

async function* daysInFolder(folder: string, options: ImportOptions, isYear = false): Items {
  let entries: Dirent[];
  try {
    entries = await promises.readdir(folder, { withFileTypes: true });
  } catch (error) {
    return yield new Rejected(folder, `cannot be read: ${reasonOf(error)}`);
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const { name } = entry;
    const path = join(folder, name);
    if (name.startsWith('.')) continue;
    if (entry.isSymbolicLink()) yield new Rejected(path, 'is a link');
    else if (entry.isDirectory()) {
      if (!isYear && /^year=\d+$/.test(name)) yield* daysInFolder(path, options, true);
      else yield new Rejected(path, 'is a folder inside a folder');
    } else if (endings.test(name)) yield* daysAt(path, options);
    else yield { skipped: path };
  }
}

async function* daysAt(path: string, options: ImportOptions): Items {
  const file = { ...options, path, line: 0 };
  try {
    ensureUsable(statSync(path).isFile(), 'is not a file');
    yield* daysInFile(file);
  } catch (error) {
    options.signal.throwIfAborted();
    const place = file.line > 0 ? `${path}:${file.line}` : path;
    // the numbers of zlib's errors mean others to the system
    const { syscall, message } = error as NodeJS.ErrnoException;
    yield error instanceof UnusableFile
      ? new Rejected(place, message, error.hint)
      : new Rejected(place, `cannot be read: ${syscall ? reasonOf(error) : message}`);
  }
}

/** More rows than the service has published; each takes some fifty bytes. */
const mostRows = 10_000_000;

async function* daysInFile(file: ImportedFile): Items {
  // by day and code: 0 is an unusable rate
  const days = new Map<string, Map<Code, number>>();
  let rows = 0;
  for await (const items of contentsOf(file)) {
    for (const item of items) {
      if (!('quote' in item)) yield item;
      else if (rows++ === mostRows) throw new UnusableFile('exceeds the row limit of a file, 10 million');
      else addTo(days, item, file.pivot);
    }
  }

  for (const [date, rates] of days) {
    // the consumer may keep the day, too
    days.delete(date);
    yield { name: `${file.path} ${date}`, date, body: { ...file.pivot, rates: Object.fromEntries(rates) } };
  }
}

/** @throws UnusableFile */
function addTo(days: Map<string, Map<Code, number>>, row: RateRow, pivot: Pivot) {
  const { period, base, quote } = row;
  const rate = Number(row.rate);
  const [ofPivot, { code }] = 'quote' in pivot ? [quote, base] : [base, quote];
  if (ofPivot.code !== pivotCode(pivot))
    throw new UnusableFile(otherPivot({ base: base.name, quote: quote.name }, pivot));
  if (period.first !== period.last)
    throw new UnusableFile(`has the rate of a period, ${period.name}, not of a day`);
  const rates = days.get(period.name) ?? new Map<Code, number>();
  days.set(period.name, rates);
  const earlier = rates.get(code) || rate;
  if (rate && rate !== earlier) throw new UnusableFile(`has two rates of ${code} on ${period.name}`);
  rates.set(code, earlier);
}
