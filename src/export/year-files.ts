import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { makeFolder } from '../disk/flush.ts';
import { patientlySync, unreadable } from '../disk/patience.ts';
import { readUnlinked } from '../disk/unlinked.ts';
import { tryWriting } from '../disk/whole-file.ts';
import { Failure, ifPossible, writing } from '../errors.ts';
import { openFile } from '../output/file.ts';
import { endingOf } from '../output/formats.ts';
import { orAbandoned } from '../output/output.ts';
import { parquet } from '../output/parquet.ts';
import { digestOf, digestsIn, sortedByCode } from '../output/parquet-days.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Complete, type Completed, documentIn, type Export } from './files.ts';

/**
 * A folder with one file per year, in the layout of Hive: readers take the year from the folder's name.
 * Years that have changed are written, newest first.
 */
export function openYearFiles(job: Export): Complete {
  const { folder, store, host, reporter } = job;
  tryWriting(folder);

  return async (_, since) => {
    const days = (await store.days()).filter((day) => !since || yearOf(day) >= yearOf(since));
    const completed: Completed[] = [];
    for (const year of [...new Set(days.map(yearOf))].reverse()) {
      const path = join(folder, `year=${year}`, `rates${endingOf(job.format)}`);
      host.signal.throwIfAborted();
      const ofYear = days.filter((day) => yearOf(day) === year);
      completed.push(await complete(path, ofYear, job));
      reporter.advance(ofYear.length);
    }

    return {
      written: completed.reduce((sum, { written }) => sum + written, 0),
      days: completed.reduce((sum, { days }) => sum + days, 0),
      foreign: completed.flatMap(({ foreign }) => foreign),
      failure: completed.find(({ failure }) => failure)?.failure,
    };
  };
}

const yearOf = (day: Day) => day.slice(0, 4);

const none: Completed = { written: 0, days: 0, foreign: [] };

async function complete(path: string, days: readonly Day[], { store, host }: Export): Promise<Completed> {
  const file = yearFileAt(path);
  if ('foreign' in file) return { ...none, foreign: [file.foreign] };

  let held = 0;
  // times would not do: a day may change while the file is written, or come from elsewhere with an older one
  const isWritten = (day: Day) => {
    const rates = store.read(day);
    if (rates) held++;
    return !rates || file.contents?.get(day) === digestOf(sortedByCode(rates));
  };
  if (days.every(isWritten)) return { ...none, days: held };

  const read = days.flatMap((day) => store.read(day) ?? []);
  const isRead = new Set(read.map(({ day }) => day));
  const lost = [...(file.contents?.keys() ?? [])].filter((day) => !isRead.has(day));
  if (lost.length > 0) return { ...none, failure: leftAsItIs(path, lost) };

  return write(path, read, host.signal);
}

async function write(path: string, days: readonly DayRates[], signal: AbortSignal): Promise<Completed> {
  const [first] = days;
  if (!first) return none;

  makeFolder(dirname(path));
  await orAbandoned(await openFile(path, signal), async (file) => {
    const formatter = parquet(documentIn(first));
    for (const rates of days) await file.write(formatter.day(rates));
    for (const piece of formatter.end()) await file.write(piece);
    await file.close();
  });
  return { ...none, written: 1, days: days.length };
}

const leftAsItIs = (path: string, lost: readonly Day[]) =>
  new Failure(
    'would_lose_days',
    `${path} is left as it is: it has days that are not stored any more: ${daysInWords(lost)}`,
    'fetch them again, or delete the file to leave them out',
  );

/** Without contents, there is no file yet. */
type YearFile = { readonly contents: ReturnType<typeof digestsIn> } | { readonly foreign: string };

/** @throws Failure */
function yearFileAt(path: string): YearFile {
  return writing(path, () => {
    const folder = dirname(path);
    const above = lstatSync(folder, { throwIfNoEntry: false });
    if (above?.isSymbolicLink()) return { foreign: `${folder} (a link)` };
    if (above && !above.isDirectory()) return { foreign: `${folder} (not a folder)` };
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return { contents: undefined };
    if (found.isSymbolicLink()) return { foreign: `${path} (a link)` };
    if (found.isDirectory()) return { foreign: `${path} (a folder)` };
    // reading a pipe would block
    if (!found.isFile()) return { foreign: `${path} (not a regular file)` };
    if (found.size === 0) return { foreign: `${path} (empty)` };
    const file = contentOf(path);
    const contents = ifPossible(() => digestsIn(file));
    return contents ? { contents } : { foreign: `${path} (other content)` };
  });
}

/** @throws Failure */
function contentOf(path: string): Buffer {
  try {
    return patientlySync(() => readUnlinked(path));
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
}
