import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { makeFolder } from '../../disk/flush.ts';
import { tryWriting } from '../../disk/whole-file.ts';
import { cannotWrite, type Failure, failed } from '../../errors.ts';
import { openFile } from '../../output/file-sink.ts';
import { daysKey, daysOfText, parquet } from '../../output/parquet/parquet.ts';
import type { Code } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { documentIn } from './day-files.ts';

interface HeldDays {
  /** Ascending. */
  days(): Promise<readonly Day[]>;
  read(day: Day): DayRates | undefined;
  /** In milliseconds since 1970. */
  changedAt(day: Day): number;
}

interface YearFile {
  readonly days: readonly Day[];
  /** In milliseconds since 1970. */
  readonly writtenAt: number;
}

/** A folder with one file per year, in the layout of Hive: readers take the year from the folder's name. */
export class YearFiles {
  readonly #folder: string;

  /** Creates the folder if it is missing. @throws Failure if nothing can be written there */
  constructor(folder: string) {
    tryWriting(folder);
    this.#folder = folder;
  }

  /** Writes the years that have changed, newest first. @throws Failure, after all others, for one that must not be replaced */
  async complete(held: HeldDays, signal: AbortSignal): Promise<void> {
    let failure: Failure | undefined;
    for (const [year, days] of byYear(await held.days()).toReversed()) {
      const path = join(this.#folder, `year=${year}`, 'rates.parquet');
      signal.throwIfAborted();
      const left = await complete(path, days, held, signal);
      failure ??= left;
    }
    if (failure) throw failure;
  }
}

function byYear(days: readonly Day[]): [string, Day[]][] {
  const years = new Map<string, Day[]>();
  for (const day of days) {
    const year = day.slice(0, 4);
    const others = years.get(year);
    if (others) others.push(day);
    else years.set(year, [day]);
  }
  return [...years];
}

async function complete(
  path: string,
  days: readonly Day[],
  held: HeldDays,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const there = yearFileAt(path);
  if (there === 'foreign')
    return failed(`${path} is there already, and not from an archive`, 'move it away or delete it');
  const written = new Set(there?.days);
  const isWritten = (day: Day) => written.has(day) && held.changedAt(day) <= (there?.writtenAt ?? 0);
  if (days.every(isWritten)) return undefined;
  const read = days.map((day) => held.read(day)).filter((rates) => rates !== undefined);
  const isRead = new Set(read.map(({ day }) => day));
  const lost = there?.days.filter((day) => !isRead.has(day)) ?? [];
  if (lost.length > 0) return keepsMore(path, lost);
  const [first] = read;
  if (first) await write(path, read, first.base, signal);
  return undefined;
}

function keepsMore(path: string, lost: readonly Day[]): Failure {
  return failed(
    `${path} is left as it is: it has days that are not stored any more: ${daysInWords(lost)}`,
    'fetch them again, or delete the file to leave them out',
  );
}

async function write(
  path: string,
  days: readonly DayRates[],
  base: Code,
  signal: AbortSignal,
): Promise<void> {
  makeFolder(dirname(path));
  const file = await openFile(path, signal);
  try {
    const formatter = parquet(documentIn(base));
    for (const day of days) await file.write(formatter.day(day));
    for (const piece of formatter.end()) await file.write(piece);
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

function yearFileAt(path: string): YearFile | 'foreign' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    // reading a pipe would block
    if (!found.isFile()) return 'foreign';
    const days = daysIn(readFileSync(path));
    return days ? { days, writtenAt: found.mtimeMs } : 'foreign';
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function daysIn(bytes: Uint8Array): readonly Day[] | undefined {
  try {
    const notes = parquetMetadata(bytes).key_value_metadata;
    return daysOfText(notes?.find(({ key }) => key === daysKey)?.value ?? '');
  } catch {
    // not Parquet at all
    return undefined;
  }
}
