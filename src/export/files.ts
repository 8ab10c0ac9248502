import { closeSync, type Dirent, openSync, readSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { type ExitCode, exit, Failure, ifPossible, written } from '../errors.ts';
import { makeFolder, patientlySync, removeStale, writeWhole } from '../files.ts';
import type { Document } from '../output/format.ts';
import { endingOf, type FormatName, formats, openFormat } from '../output/formats.ts';
import { type DayRates, pivotOf, type Side } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Store } from '../store/store.ts';

/**
 * Opens a folder for files of stored days: makes it if it is missing, removes what killed runs left there.
 * @throws Failure
 */
export async function openFiles(job: Export): Promise<Complete> {
  if (!formats[job.format].years) return openDayFiles(job);
  return (await import('./year-files.ts')).openYearFiles(job);
}

export interface Export {
  readonly folder: string;
  readonly format: FormatName;
  readonly store: Pick<Store, 'days' | 'read'>;
  readonly host: { readonly now: () => number; readonly signal: AbortSignal };
  readonly reporter: Pick<Reporter, 'advance'>;
}

/** Writes the files that lack: one for each of these days, or of years, for each from that of `since` on. */
export type Complete = (days: Iterable<Day>, since?: Day) => Promise<Completed>;

export interface Completed {
  /** Files. */
  readonly written: number;
  /** Days whose rates are in a file now. */
  readonly days: number;
  /** What stands in the place of a file and stays there: `rates/2024-01-17.csv (a folder)`. */
  readonly foreign: readonly string[];
  /** Why the file of a year must not be replaced. */
  readonly failure?: Failure | undefined;
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

const mostNamed = 5;

/** @throws the failure, once all else is told */
export function tellForeign({ foreign, failure }: Completed, reporter: Pick<Reporter, 'lack'>): ExitCode {
  if (foreign.length > 0) {
    const more = foreign.length - mostNamed;
    const named = [...foreign.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
    const [they, them] = foreign.length === 1 ? ['it is', 'it'] : ['they are', 'them'];
    const message = `not written by ratebook, and left as ${they}: ${named}`;
    reporter.lack(new Failure('foreign_file', message, `move ${them} away or delete ${them}`));
  }
  if (failure) throw failure;
  return foreign.length > 0 ? exit.partial : exit.ok;
}

export const documentIn = (side: Side): Document => ({
  kind: { of: 'days', several: false },
  base: pivotOf(side),
  inverted: 'quote' in side,
  wide: false,
  width: 120,
  color: false,
});

/** What the file of a day has. */
async function documentOf(rates: DayRates, format: FormatName): Promise<Buffer> {
  const formatter = await openFormat(format, documentIn(rates));
  const pieces = [formatter.day(rates), ...formatter.end()];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

async function openDayFiles({ folder, format, store, host, reporter }: Export): Promise<Complete> {
  makeFolder(folder);
  await removeStale(folder);
  const entries = await written(`in ${folder}`, readdir(folder, { withFileTypes: true }));
  const there = new Map(entries.map((entry) => [entry.name, entry]));
  const foreignAt = await looking(folder, format);

  return async (wanted) => {
    const foreign: string[] = [];
    let done = 0;
    let lacking = 0;
    for (const day of wanted) {
      host.signal.throwIfAborted();
      reporter.advance(1);
      const path = join(folder, day + endingOf(format));
      const entry = there.get(basename(path));
      const other = entry && foreignAt(entry, day);
      const rates = entry ? undefined : store.read(day);
      if (other) foreign.push(`${path} (${other})`);
      else if (entry) done++;
      else if (rates) {
        await writeWhole(path, await documentOf(rates, format));
        lacking++;
      }
    }
    return { written: lacking, days: done + lacking, foreign };
  };
}

/** What is at the path, if it is not a regular file: reading a pipe would block. */
export function otherKind(
  found: Pick<Dirent, 'isDirectory' | 'isSymbolicLink' | 'isFile'>,
): string | undefined {
  if (found.isDirectory()) return 'a folder';
  if (found.isSymbolicLink()) return 'a link';
  return found.isFile() ? undefined : 'not a regular file';
}

/** Bytes; before the date of a document there may be the terms of the service. */
const most = 16_384;

const model = '2024-01-17' as Day;

/** Rates of the same day, and in all else as different as can be. */
const models: readonly DayRates[] = [
  { day: model, base: 'USD' as Code, rates: new Map([['EUR' as Code, 2]]), disclaimer: 'd' },
  { day: model, base: 'EUR' as Code, rates: new Map([['USD' as Code, 3]]), license: 'l' },
  { day: model, base: 'PLN' as Code, rates: new Map([['JPY' as Code, 4]]), timestamp: 1 },
];

/**
 * What is in the place of a day's file, in words; undefined for that file, which begins as all of the format
 * do, and has the day. Only its beginning is compared: the whole of 7,000 files would take seconds.
 */
export async function looking(folder: string, format: FormatName) {
  const [one = '', ...others] = await Promise.all(
    models.map(async (rates) => (await documentOf(rates, format)).toString('latin1')),
  );
  const isText = one.includes(model);
  const differs = [...one].findIndex((sign, at) => others.some((other) => other[at] !== sign));
  // up to the day, or less
  const end = one.indexOf(model) + model.length;
  const start = isText && end <= differs ? one.slice(0, end) : one.slice(0, differs);
  const buffer = Buffer.allocUnsafe(most);

  return (entry: Dirent, day: Day): string | undefined => {
    const other = otherKind(entry);
    if (other) return other;
    const length = ifPossible(() => readInto(buffer, join(folder, entry.name)));
    if (length === undefined) return 'not readable';
    if (length === 0) return 'empty';
    const text = buffer.toString('latin1', 0, length);
    const isOwn = text.startsWith(start.replace(model, day)) && (!isText || text.includes(day));
    return isOwn ? undefined : 'other content';
  };
}

function readInto(buffer: Buffer, path: string): number {
  const file = patientlySync(() => openSync(path, 'r'));
  try {
    return readSync(file, buffer);
  } finally {
    closeSync(file);
  }
}
