import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { makeFolder } from '../../disk/flush.ts';
import { cannotWrite, type Failure, failed } from '../../errors.ts';
import { openFile } from '../../output/file-sink.ts';
import { daysKey, daysOfText, parquet } from '../../output/parquet/parquet.ts';
import { withSink } from '../../run/output.ts';
import type { Store } from '../../store/store.ts';
import { documentIn } from './day-files.ts';

/**
 * A folder with one file per year, in the layout of Hive: readers take the year from the folder's name. Writes the years
 * that have changed, newest first.
 * @throws Failure, after all others, for one that must not be replaced
 */
export async function completeYears(folder: string, store: Store, signal: AbortSignal): Promise<void> {
  let failure: Failure | undefined;
  const days = await store.days();
  for (const year of [...new Set(days.map((day) => day.slice(0, 4)))].reverse()) {
    const path = join(folder, `year=${year}`, 'rates.parquet');
    signal.throwIfAborted();
    const ofYear = days.filter((day) => day.startsWith(year));
    const left = await complete(path, ofYear, store, signal);
    failure ??= left;
  }
  if (failure) throw failure;
}

async function complete(
  path: string,
  days: readonly Day[],
  store: Store,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const there = yearFileAt(path);
  if (there === 'foreign')
    return failed(`${path} is there already, and not from an archive`, 'move it away or delete it');
  const written = new Set(there?.days);
  const isWritten = (day: Day) => written.has(day) && store.changedAt(day) <= (there?.writtenAt ?? 0);
  if (days.every(isWritten)) return undefined;
  const read = days.map((day) => store.read(day)).filter((rates) => rates !== undefined);
  const isRead = new Set(read.map(({ day }) => day));
  const lost = there?.days.filter((day) => !isRead.has(day)) ?? [];
  if (lost.length > 0)
    return failed(
      `${path} is left as it is: it has days that are not stored any more: ${daysInWords(lost)}`,
      'fetch them again, or delete the file to leave them out',
    );
  const [first] = read;
  if (!first) return undefined;
  makeFolder(dirname(path));
  await withSink(await openFile(path, signal), async (file) => {
    const formatter = parquet(documentIn(first.base));
    for (const rates of read) await file.write(formatter.day(rates));
    for (const piece of formatter.end()) await file.write(piece);
    await file.finish();
  });
  return undefined;
}

function yearFileAt(path: string): { days: readonly Day[]; writtenAt: number } | 'foreign' | undefined {
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
    return undefined;
  }
}
