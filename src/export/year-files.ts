import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Failure, ifPossible, writing } from '../errors.ts';
import { makeFolder, patientlySync, readUnlinked, tryWriting, unreadable } from '../files.ts';
import { openFile } from '../output/file.ts';
import { endingOf } from '../output/formats.ts';
import { orAbandoned } from '../output/output.ts';
import { parquet } from '../output/parquet.ts';
import { digestOf, digestsIn, sortedByCode } from '../output/parquet-days.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Complete, type Completed, documentIn, type Export, otherKind } from './files.ts';

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

async function complete(path: string, days: readonly Day[], { store, host }: Export): Promise<Completed> {
  const none = { written: 0, days: 0, foreign: [] };
  const foreign = foreignAt(path);
  if (foreign) return { ...none, foreign: [foreign] };
  const contents = contentsOf(path);
  if (contents === 'foreign') return { ...none, foreign: [`${path} (other content)`] };

  const read = days.flatMap((day) => store.read(day) ?? []);
  // times would not do: a day may change while the file is written, or come from elsewhere with an older one
  if (read.every((rates) => contents?.get(rates.day) === digestOf(sortedByCode(rates))))
    return { ...none, days: read.length };

  const isRead = new Set(read.map(({ day }) => day));
  const lost = [...(contents?.keys() ?? [])].filter((day) => !isRead.has(day));
  if (lost.length > 0) return { ...none, failure: leftAsItIs(path, lost) };

  makeFolder(dirname(path));
  await orAbandoned(await openFile(path, host.signal), async (file) => {
    const formatter = parquet(documentIn(read[0] as DayRates));
    for (const rates of read) await file.write(formatter.day(rates));
    for (const piece of formatter.end()) await file.write(piece);
    await file.close();
  });
  return { ...none, written: 1, days: read.length };
}

const leftAsItIs = (path: string, lost: readonly Day[]) =>
  new Failure(
    'would_lose_days',
    `${path} is left as it is: it has days that are not stored any more: ${daysInWords(lost)}`,
    'fetch them again, or delete the file to leave them out',
  );

/** What is in the place of a file or its folder, in words; undefined: the file, or nothing yet. @throws Failure */
function foreignAt(path: string): string | undefined {
  return writing(path, () => {
    const folder = dirname(path);
    const above = lstatSync(folder, { throwIfNoEntry: false });
    if (above?.isSymbolicLink()) return `${folder} (a link)`;
    if (above && !above.isDirectory()) return `${folder} (not a folder)`;
    const found = lstatSync(path, { throwIfNoEntry: false });
    const other = found && (otherKind(found) ?? (found.size === 0 ? 'empty' : undefined));
    return other && `${path} (${other})`;
  });
}

/** The digest of each day in the file; undefined where there is none yet. @throws Failure */
function contentsOf(path: string): ReturnType<typeof digestsIn> | 'foreign' {
  let file: Buffer;
  try {
    file = patientlySync(() => readUnlinked(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(`cannot read ${path}`, error);
  }
  return ifPossible(() => digestsIn(file)) ?? 'foreign';
}
