import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { makeFolder } from '../disk/flush.ts';
import { failed, ifPossible, writing } from '../errors.ts';
import { openFile } from '../output/file-sink.ts';
import { contentsIn, digestOf, parquet } from '../output/parquet/parquet.ts';
import { withSink } from '../run/output.ts';
import type { Store } from '../store/store.ts';
import { documentIn } from './document.ts';
import type { Completed } from './files.ts';

/**
 * A folder with one file per year, in the layout of Hive: readers take the year from the folder's name. Writes the years
 * that have changed, newest first.
 * @param since all of its year counts; by default all years do
 */
export async function completeYears(
  folder: string,
  store: Pick<Store, 'days' | 'read'>,
  signal: AbortSignal,
  onDays: (count: number) => void,
  since = '',
): Promise<Completed> {
  const years: Completed[] = [];
  const days = (await store.days()).filter((day) => day.slice(0, 4) >= since.slice(0, 4));
  for (const year of [...new Set(days.map((day) => day.slice(0, 4)))].reverse()) {
    const path = join(folder, `year=${year}`, 'rates.parquet');
    signal.throwIfAborted();
    const ofYear = days.filter((day) => day.startsWith(year));
    years.push(await complete(path, ofYear, store, signal));
    onDays(ofYear.length);
  }
  return {
    written: years.reduce((sum, { written }) => sum + written, 0),
    days: years.reduce((sum, { days }) => sum + days, 0),
    foreign: years.flatMap(({ foreign }) => foreign),
    failure: years.find(({ failure }) => failure)?.failure,
  };
}

const none: Completed = { written: 0, days: 0, foreign: [] };

async function complete(
  path: string,
  days: readonly Day[],
  store: Pick<Store, 'read'>,
  signal: AbortSignal,
): Promise<Completed> {
  const file = yearFileAt(path);
  if ('foreign' in file) return { ...none, foreign: [file.foreign] };
  const there = file.contents;
  let held = 0;
  // times would not do: a day may change while the file is written, or come from elsewhere with its older time
  const isWritten = (day: Day) => {
    const rates = store.read(day);
    if (rates) held++;
    return !rates || there?.get(day) === digestOf(rates);
  };
  if (days.every(isWritten)) return { ...none, days: held };
  const read = days.flatMap((day) => store.read(day) ?? []);
  const isRead = new Set(read.map(({ day }) => day));
  const lost = [...(there?.keys() ?? [])].filter((day) => !isRead.has(day));
  if (lost.length > 0) return { ...none, failure: leftAsItIs(path, lost) };
  const [first] = read;
  if (!first) return none;
  makeFolder(dirname(path));
  await withSink(await openFile(path, signal), async (file) => {
    const formatter = parquet(documentIn(first.base));
    for (const rates of read) await file.write(formatter.day(rates));
    for (const piece of formatter.end()) await file.write(piece);
    await file.finish();
  });
  return { ...none, written: 1, days: read.length };
}

const leftAsItIs = (path: string, lost: readonly Day[]) =>
  failed(
    `${path} is left as it is: it has days that are not stored any more: ${daysInWords(lost)}`,
    'fetch them again, or delete the file to leave them out',
  );

const notesIn = (file: Uint8Array) => parquetMetadata(file).key_value_metadata ?? [];

/** Digests by day, which older files lack; undefined: there is no file. */
type Contents = ReadonlyMap<Day, string | undefined> | undefined;

type YearFile = { readonly contents: Contents } | { readonly foreign: string };

/** @throws Failure */
function yearFileAt(path: string): YearFile {
  return writing(path, () => {
    const folder = dirname(path);
    const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
    if (isThere && !isFolder) return { foreign: `${folder} (not a folder)` };
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return { contents: undefined };
    if (found.isDirectory()) return { foreign: `${path} (a folder)` };
    // reading a pipe would block
    if (!found.isFile()) return { foreign: `${path} (not a regular file)` };
    if (found.size === 0) return { foreign: `${path} (empty)` };
    const contents = ifPossible(() => contentsIn(notesIn(readFileSync(path))));
    return contents ? { contents } : { foreign: `${path} (other content)` };
  });
}
