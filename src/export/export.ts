import { closeSync, existsSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Day, firstDay } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { euro, usd } from '../currencies/code.ts';
import { type ExitCode, exit, Failure, ifPossible, writing } from '../errors.ts';
import {
  makeFolder,
  patientlySync,
  readUnlinked,
  removeStale,
  tryWriting,
  unreadable,
  writeWhole,
} from '../files.ts';
import { endingOf, type FormatName, formats, writeDays } from '../output/formats.ts';
import { type DayRates, pivotOf } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Store } from '../store/store.ts';
import { firstFew } from '../words.ts';

export interface Export {
  readonly folder: string;
  readonly format: FormatName;
  readonly store: Pick<Store, 'days' | 'read'>;
  readonly host: { readonly signal: AbortSignal };
  readonly reporter: Pick<Reporter, 'advance'>;
}

export interface Exported {
  /** Files. */
  readonly written: number;
  /** Days whose rates are in a file now. */
  readonly days: number;
  /** A foreign file in the place of an export, which is left: `rates/2024-01-17.csv (a folder)`. */
  readonly foreign: readonly string[];
  /** Why the file of a year must not be replaced. */
  readonly failure: Failure | undefined;
}

/** @throws a usage error for a folder of the store, whose days the exported files would stand among */
export function refuseStore(folder: string, store: string): void {
  if (!`${placeOf(resolve(folder))}${sep}`.startsWith(`${placeOf(store)}${sep}`)) return;
  throw new Failure('bad_value', `${folder} is in the store, ${store}`, 'take a folder outside it');
}

/** The path without links; the part of it that is not there yet stays as it is written. */
function placeOf(path: string): string {
  const real = ifPossible(() => realpathSync.native(path));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(placeOf(dirname(path)), basename(path));
}

/** Makes the folder if it is missing, and removes what killed runs left there. @throws Failure */
export async function openFolder({ folder }: Pick<Export, 'folder'>): Promise<void> {
  tryWriting(folder);
  await removeStale(folder);
}

/** The file that is there already. */
interface State {
  /** Why it stays there: `rates/2024-01-17.csv (a folder)`. */
  readonly foreign?: string | undefined;
  readonly failure?: Failure;
  /** Whose rates are in the file, now or once it is written. */
  readonly days?: number;
  readonly toWrite?: readonly DayRates[];
}

/**
 * Writes the files that are missing or have changed: one for each of these days, or one for each year of
 * stored days from that of `since` on, newest first.
 * @throws Failure
 */
export async function exportDays(job: Export, days: Iterable<Day>, since = firstDay): Promise<Exported> {
  const { folder, format, store, host, reporter } = job;
  const { years } = formats[format];
  const beginning = await beginningOf(format);
  const foreign: string[] = [];
  let failure: Failure | undefined;
  let [written, complete] = [0, 0];

  for (const subject of years ? yearsOf(store.days(), since) : Array.from(days, (day) => [day])) {
    host.signal.throwIfAborted();
    reporter.advance(subject.length);
    const [day = firstDay] = subject;
    const name = years ? join(`year=${yearOf(day)}`, 'rates') : day;
    const path = join(folder, name + endingOf(format));
    let state: State = { foreign: (years && obstacleAt(dirname(path), true)) || obstacleAt(path) };
    if (!state.foreign)
      state = years ? await yearAt(path, subject, store) : dayAt(path, day, format, store, beginning);
    if (state.foreign) foreign.push(state.foreign);
    failure ??= state.failure;
    complete += state.days ?? 0;
    if (!state.toWrite) continue;

    makeFolder(dirname(path));
    if (years) await removeStale(dirname(path));
    await writeWhole(path, await documentOf(state.toWrite, format));
    written++;
  }
  return { written, days: complete, foreign, failure };
}

const yearOf = (day: Day) => day.slice(0, 4);

/** In the layout of Hive: readers take the year from the folder's name. */
function yearsOf(stored: readonly Day[], since: Day) {
  const years = new Set(stored.map(yearOf).filter((year) => year >= yearOf(since)));
  return [...years].reverse().map((year) => stored.filter((day) => yearOf(day) === year));
}

async function documentOf(days: readonly DayRates[], format: FormatName): Promise<Buffer> {
  const [first] = days as [DayRates];
  const document = {
    kind: { of: 'days', several: false },
    base: pivotOf(first),
    inverted: 'quote' in first,
    wide: false,
    width: 120,
    color: false,
  } as const;
  const pieces: Buffer[] = [];
  for await (const piece of writeDays(format, [{ days }], document, { notes: [], problems: [] }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** How the files of a format begin, up to their first digit. */
async function beginningOf(format: FormatName) {
  const model = { day: firstDay, base: usd, rates: new Map([[euro, 1]]) };
  const text = (await documentOf([model], format)).toString('latin1');
  return /^\D{0,4}/.exec(text)?.[0] ?? '';
}

/** The kind of a path; reading a pipe would block. @throws Failure */
function obstacleAt(path: string, isForFolder = false) {
  const found = writing(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!found || (isForFolder ? found.isDirectory() : found.isFile() && found.size > 0)) return undefined;
  let kind = found.isFile() ? 'empty' : 'not a regular file';
  if (isForFolder) kind = 'not a folder';
  else if (found.isDirectory()) kind = 'a folder';
  return `${path} (${found.isSymbolicLink() ? 'a link' : kind})`;
}

/** Bytes; before the date of a document there can be the terms of the service. */
const mostRead = 16_384;

/** The file of a day is left as it is. Only its beginning is read: all of 7,000 files would take seconds. */
function dayAt(path: string, day: Day, format: FormatName, store: Export['store'], beginning: string): State {
  if (!existsSync(path)) {
    const rates = store.read(day);
    return rates ? { days: 1, toWrite: [rates] } : {};
  }
  const text = ifPossible(() => {
    const file = patientlySync(() => openSync(path, 'r'));
    try {
      const buffer = Buffer.alloc(mostRead);
      return buffer.toString('latin1', 0, readSync(file, buffer));
    } finally {
      closeSync(file);
    }
  });
  if (text === undefined) return { foreign: `${path} (not readable)` };
  // in text, the first date is that of the day
  const hasDay = formats[format].binary || /\d{4}-\d\d-\d\d/.exec(text)?.[0] === day;
  return text.startsWith(beginning) && hasDay ? { days: 1 } : { foreign: `${path} (other content)` };
}

/**
 * Replaced if any of its days has other rates; one that has days which are not stored is left as it is.
 * @throws Failure
 */
async function yearAt(path: string, days: readonly Day[], store: Export['store']): Promise<State> {
  const { digestOf, digestsIn } = await import('../input/parquet.ts');
  let digests: ReadonlyMap<Day, string | undefined> | undefined = new Map();
  try {
    if (existsSync(path)) {
      const file = patientlySync(() => readUnlinked(path));
      digests = ifPossible(() => digestsIn(file));
    }
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
  if (!digests) return { foreign: `${path} (other content)` };

  const read = days.flatMap((day) => store.read(day) ?? []);
  // times would not do: a day may change while the file is written, or come from elsewhere with an older one
  if (read.every((rates) => digests.get(rates.day) === digestOf(rates))) return { days: read.length };
  const lost = new Set(digests.keys());
  for (const { day } of read) lost.delete(day);
  if (lost.size === 0) return { days: read.length, toWrite: read };
  const failure = new Failure(
    'would_lose_days',
    `${path} is left as it is: it has days that are not stored any more: ${daysInWords([...lost])}`,
    'fetch them again, or delete the file to leave them out',
  );
  return { failure };
}

/** @throws the failure, once all else is reported */
export function reportForeign({ foreign, failure }: Exported, reporter: Pick<Reporter, 'partial'>): ExitCode {
  if (foreign.length > 0) {
    const [they, them] = foreign.length === 1 ? ['it is', 'it'] : ['they are', 'them'];
    const message = `not written by ratebook, and left as ${they}: ${firstFew(foreign, 5)}`;
    reporter.partial(new Failure('foreign_file', message, `move ${them} away or delete ${them}`));
  }
  if (failure) throw failure;
  return foreign.length > 0 ? exit.partial : exit.ok;
}
