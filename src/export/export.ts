import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Day, daysInWords, type Group, groupsOf } from '../calendar/day.ts';
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
import { digestOf, digestsIn } from '../input/parquet.ts';
import { endingOf, type FormatName, formats, writeDays } from '../output/formats.ts';
import { type DayRates, pivotCode } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Store } from '../store/store.ts';
import { firstFew } from '../words.ts';

export interface Export {
  readonly folder: string;
  readonly format: FormatName;
  readonly store: Pick<Store, 'read'>;
  readonly host: { readonly signal: AbortSignal };
  readonly reporter: Pick<Reporter, 'progress'>;
}

type Exported = Awaited<ReturnType<typeof exportDays>>;

/** @throws a usage error for a folder of the store, where exported files would mix with days */
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
export async function openFolder(folder: string): Promise<void> {
  tryWriting(folder);
  await removeStale(folder);
}

/**
 * Writes the files that are missing or have changed: one for each of these days, or one for each of their
 * years.
 * @param days for files of years, all stored ones @throws Failure
 */
export async function exportDays(target: Export, days: Iterable<Day>) {
  const { folder, format, host, reporter } = target;
  const { years = false } = formats[format];
  /** Files in the place of an export, which are left: `rates/2024-01-17.csv (a folder)`. */
  const foreign: string[] = [];
  /** Why the file of a year must not be replaced. */
  let failure: Failure | undefined;
  /** Files, and days whose rates are in a file now. */
  let [written, complete] = [0, 0];

  for (const subject of groupsOf(days, (last, next) => years && yearOf(last) === yearOf(next))) {
    host.signal.throwIfAborted();
    reporter.progress?.advance(subject.length);
    const [day] = subject;
    // in the layout of Hive: readers take the year from the folder's name
    const path = join(folder, (years ? join(`year=${yearOf(day)}`, 'rates') : day) + endingOf(format));
    const state = await stateAt(path, subject, target);
    if (typeof state === 'string') foreign.push(state);
    else if (state instanceof Failure) failure ??= state;
    else {
      complete += state.days;
      if (state.toWrite.length === 0) continue;
      makeFolder(dirname(path));
      if (years) await removeStale(dirname(path));
      await writeWhole(path, await documentOf(state.toWrite, format));
      written++;
    }
  }
  return { written, days: complete, foreign, failure };
}

const yearOf = (day: Day) => day.slice(0, 4);

async function documentOf(days: readonly DayRates[], format: FormatName): Promise<Buffer> {
  const [first] = days as [DayRates];
  const document = {
    kind: { of: 'days', several: false },
    base: pivotCode(first),
    inverted: 'quote' in first,
    wide: false,
    width: 120,
  } as const;
  const pieces: Buffer[] = [];
  for await (const piece of writeDays(format, [{ days }], document, { notes: [], problems: [] }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/**
 * How many days have their rates in a file, now or once it is written; or why the one that is there stays, as
 * in `rates/2024-01-17.csv (other content)`.
 */
type FileState = { readonly days: number; readonly toWrite: readonly DayRates[] } | string | Failure;

/** Bytes, which no file of a day has. */
const mostRead = 1_000_000;

/** @throws Failure */
async function stateAt(path: string, days: Group, { format, store }: Export): Promise<FileState> {
  const { years, binary } = formats[format];
  const folder = dirname(path);
  if (years && foundAt(folder)?.isDirectory() === false) return `${folder} (not a folder)`;
  const found = foundAt(path);
  if (found?.isFile() === false) return `${path} (not a regular file)`;
  if (found && years) return yearAt(path, days, store);

  if (!found) {
    const toWrite = ratesOf(days, store);
    return { days: toWrite.length, toWrite };
  }
  // the file of a day is left as it is
  const read = () => patientlySync(() => readUnlinked(path)).toString('latin1');
  const text = (found.size < mostRead && ifPossible(read)) || '';
  // a workbook is a zip; in text, the first date is that of the day
  const isExport = binary ? text.startsWith('PK') : /\d{4}-\d\d-\d\d/.exec(text)?.[0] === days[0];
  return isExport ? { days: 1, toWrite: [] } : `${path} (other content)`;
}

/** Links are not followed, since others can put them there, and a pipe would block. @throws Failure */
const foundAt = (path: string) => writing(path, () => lstatSync(path, { throwIfNoEntry: false }));

const ratesOf = (days: Group, store: Export['store']) => days.flatMap((day) => store.read(day) ?? []);

/**
 * Replaced if any of its days has other rates; one that has days which are not stored is left as it is.
 * @throws Failure
 */
async function yearAt(path: string, days: Group, store: Export['store']): Promise<FileState> {
  let file: Buffer;
  try {
    file = patientlySync(() => readUnlinked(path));
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
  const digests = await digestsIn(file).catch(() => undefined);
  if (!digests) return `${path} (other content)`;

  const toWrite = ratesOf(days, store);
  // times would not do: a day may change while the file is written, or be copied there with an older one
  if (toWrite.every((rates) => digests.get(rates.day) === digestOf(rates)))
    return { days: toWrite.length, toWrite: [] };
  const lost = new Set(digests.keys());
  for (const { day } of toWrite) lost.delete(day);
  if (lost.size === 0) return { days: toWrite.length, toWrite };
  return new Failure(
    'would_lose_days',
    `${path} is left as it is: it has days that are no longer stored: ${daysInWords(lost)}`,
    'fetch them again, or delete the file to leave them out',
  );
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
