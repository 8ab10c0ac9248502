import { lstatSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Code } from '../currencies/code.ts';
import { Failure, reasonOf } from '../errors.ts';
import { pivotOf, type Side } from '../rates/day-rates.ts';
import { type DayDocuments, type GivenFile, NotTaken, otherPivot, UnusableFile } from './day-documents.ts';
import { endings, read } from './forms.ts';
import { type RateRow, rateOfCurrencies } from './rate-row.ts';

interface ImportOptions extends Pick<GivenFile, 'pivot' | 'now' | 'signal'> {
  /** Told of what is in a folder and ends like none of the forms. */
  readonly onPassedOver: (path: string) => void;
}

/**
 * Days in files of any form, and in folders of them.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* daysIn(paths: readonly string[], reading: ImportOptions): DayDocuments {
  const found = paths.map((path) => {
    try {
      return { path, stats: statSync(path) };
    } catch (error) {
      throw new Failure('cannot_read', `cannot read ${path}: ${reasonOf(error)}`);
    }
  });
  for (const { path, stats } of found) {
    if (stats.isDirectory()) yield* daysInFolder({ path, mayHaveYears: true }, reading);
    else yield* daysAt(path, stats, reading);
  }
}

interface Folder {
  readonly path: string;
  /** Folders in it such as `year=2024` are read, too. */
  readonly mayHaveYears: boolean;
}

async function* daysInFolder(folder: Folder, reading: ImportOptions): DayDocuments {
  let names: string[];
  try {
    names = (await readdir(folder.path)).sort();
  } catch (error) {
    return yield new NotTaken(folder.path, `cannot be read: ${reasonOf(error)}`);
  }
  for (const [at, name] of names.entries()) {
    if (at % 100 === 99) await letOthersRun();
    reading.signal.throwIfAborted();

    const path = join(folder.path, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || name.startsWith('.')) continue;

    const isYear = stats.isDirectory() && folder.mayHaveYears && /^year=\d+$/.test(name);
    if (stats.isSymbolicLink()) yield new NotTaken(path, 'is a link');
    else if (isYear) yield* daysInFolder({ path, mayHaveYears: false }, reading);
    else if (stats.isDirectory()) yield new NotTaken(path, 'is a folder inside a folder');
    else if (endings.test(name)) yield* daysAt(path, stats, reading);
    else reading.onPassedOver(path);
  }
}

async function* daysAt(path: string, stats: Stats, { pivot, now, signal }: ImportOptions): DayDocuments {
  const file = { path, size: stats.size, pivot, now, signal, line: 0 };
  try {
    if (!stats.isFile()) throw new UnusableFile('is not a file');
    yield* daysInFile(file);
  } catch (error) {
    signal.throwIfAborted();
    const { line } = file;
    if (error instanceof UnusableFile) {
      yield new NotTaken(line > 0 ? `${path}:${line}` : path, error.message, error.hint);
    } else {
      const after = line > 0 ? ` after line ${line}` : '';
      yield new NotTaken(path, `cannot be read${after}: ${whyOf(error)}`);
    }
  }
}

/** The numbers of zlib's errors mean others to the system. */
const whyOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).syscall ? reasonOf(error) : (error as Error).message;

/** More rows than the service has published; each takes some fifty bytes. */
const mostRows = 10_000_000;

async function* daysInFile(file: GivenFile): DayDocuments {
  const days: RatesByDay = new Map();
  let rows = 0;
  for await (const some of await read(file)) {
    for (const one of some) {
      if (!('quote' in one)) yield one;
      else if (rows++ === mostRows) throw new UnusableFile('is one row too many: a file may have 10 million');
      else addTo(days, one, file.pivot);
    }
  }

  for (const [date, rates] of days) {
    // whoever takes the day may keep it, too
    days.delete(date);
    const name = `${file.path} ${date}`;
    const [twice] = [...rates].find(([, rate]) => Number.isNaN(rate)) ?? [];
    if (twice) yield new NotTaken(name, `has two rates of ${twice}`);
    else yield { name, date, body: { ...file.pivot, rates: Object.fromEntries(rates) } };
  }
}

/** NaN: two rates; 0: only unusable ones. */
type RatesByDay = Map<string, Map<Code, number>>;

/** @throws Unusable */
function addTo(days: RatesByDay, row: RateRow, pivot: Side): void {
  const { period, base, quote } = row;
  const isInverted = 'quote' in pivot;
  const other = isInverted ? base : quote;
  if ((isInverted ? quote : base).code !== pivotOf(pivot))
    throw new UnusableFile(otherPivot({ base: base.name, quote: quote.name }, pivot));
  const isDay = period.first === period.last;
  if (!isDay) throw new UnusableFile(`has the rate of a period, ${period.name}, not of a day`);

  const rates = days.get(period.name) ?? new Map<Code, number>();
  if (rates.size === 0) days.set(period.name, rates);
  const rate = Number(rateOfCurrencies(row));
  const earlier = rates.get(other.code) ?? 0;
  const differs = rate !== 0 && earlier !== 0 && earlier !== rate;
  rates.set(other.code, differs ? Number.NaN : rate === 0 ? earlier : rate);
}
