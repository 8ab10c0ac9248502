import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { makeFolder } from '../disk/flush.ts';
import { cannotWrite, type Failure, failed } from '../errors.ts';
import { openFile } from '../output/file-sink.ts';
import { contentsIn, digestOf, parquet } from '../output/parquet/parquet.ts';
import { withSink } from '../run/output.ts';
import type { Store } from '../store/store.ts';
import { documentIn } from './day-files.ts';

/**
 * A folder with one file per year, in the layout of Hive: readers take the year from the folder's name. Writes the years
 * that have changed, newest first, and says how many.
 * @param since all of its year counts; by default all years do
 * @throws Failure, after all others, for one that must not be replaced
 */
export async function completeYears(
  folder: string,
  store: Store,
  signal: AbortSignal,
  onDays: (count: number) => void,
  since = '',
): Promise<number> {
  let written = 0;
  let failure: Failure | undefined;
  const days = (await store.days()).filter((day) => day.slice(0, 4) >= since.slice(0, 4));
  for (const year of [...new Set(days.map((day) => day.slice(0, 4)))].reverse()) {
    const path = join(folder, `year=${year}`, 'rates.parquet');
    signal.throwIfAborted();
    const ofYear = days.filter((day) => day.startsWith(year));
    const done = await complete(path, ofYear, store, signal);
    if (done === 'written') written++;
    else failure ??= done;
    onDays(ofYear.length);
  }
  if (failure) throw failure;
  return written;
}

async function complete(
  path: string,
  days: readonly Day[],
  store: Store,
  signal: AbortSignal,
): Promise<Failure | 'written' | undefined> {
  const there = yearFileAt(path);
  if (there === 'foreign')
    return failed(`${path} is there already, and not from an archive`, 'move it away or delete it');
  // times would not do: a day may change while the file is written, or come from elsewhere with its older time
  const isWritten = (day: Day) => {
    const rates = store.read(day);
    return !rates || there?.get(day) === digestOf(rates);
  };
  if (days.every(isWritten)) return undefined;
  const read = days.flatMap((day) => store.read(day) ?? []);
  const isRead = new Set(read.map(({ day }) => day));
  const lost = [...(there?.keys() ?? [])].filter((day) => !isRead.has(day));
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
  return 'written';
}

function yearFileAt(path: string): ReturnType<typeof contentsIn> | 'foreign' {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    // reading a pipe would block
    if (!found.isFile()) return 'foreign';
    return contentsOf(readFileSync(path)) ?? 'foreign';
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function contentsOf(bytes: Uint8Array): ReturnType<typeof contentsIn> {
  try {
    return contentsIn(parquetMetadata(bytes).key_value_metadata ?? []);
  } catch {
    return undefined;
  }
}
