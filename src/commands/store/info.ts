import { basename, dirname, join } from 'node:path';
import type { App, RunOptions } from '../../app.ts';
import { addDays, type Day, type DayRun, daysInWords, eachDay, runOver } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { wantsAscii } from '../../output/output.ts';
import type { CellValues, Columns } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import { allStores, openStore, storeFolder } from '../../run/days.ts';
import { type Listing, printing, printRecords } from '../../run/output.ts';
import { startNamedRun, startRun } from '../../run/run.ts';
import type { Source } from '../../sources/source.ts';
import { count } from '../../words.ts';

type Publisher = Pick<Source, 'calendar'> | undefined;

const columns: Columns = {
  service: 'text',
  folder: 'text',
  days: 'integer',
  first: 'date',
  last: 'date',
  holes: 'integer',
  // over what 32 bits can have
  bytes: 'number',
  years: 'json',
};

export async function storeInfo(app: App, options: Listing): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startRun(app, options);
  const rows: CellValues[] = [];
  const texts: string[] = [];
  for (const { name, store, source } of await allStores(run)) {
    const days: Day[] = [];
    const unreadable: Day[] = [];
    let bytes = 0;
    for (const day of store.days()) {
      const size = store.sizeOf(day);
      if (size === undefined) unreadable.push(day);
      else {
        days.push(day);
        bytes += size;
      }
    }
    if (unreadable.length > 0) run.reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
    const [first] = days;
    const last = days.at(-1);
    if (!first || !last) continue;
    const holes = holesIn(days, source).length;
    const years = countBy(days, 4);
    rows.push([dirname(name), basename(name), days.length, first, last, holes, bytes, years]);
    const size = `${count(days.length, 'day')}, ${first} to ${last}, ${count(holes, 'hole')}, ${sizeInWords(bytes)}`;
    texts.push(`${name}\n${indent}${size}\n${calendarOf(days, source, wantsAscii(app.host))}`);
  }
  const text = texts.join('\n') || 'no days are stored\n';
  await printRecords({ columns, rows, text }, to, run);
  return exit.ok;
}

/** How many days there are of each year (4 characters) or month (7). */
function countBy(days: readonly Day[], length: 4 | 7): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) {
    const unit = day.slice(0, length);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

/** The days from the first to the last on which the source publishes, or all. */
const publishedIn = (first: string, last: string, source: Publisher) =>
  [...eachDay(first as Day, last as Day)].filter((day) => source?.calendar.publishes(day) ?? true);

/**
 * Runs of days missing between the stored ones. A day without publication is no hole, and parts none.
 * @param days ascending
 */
function holesIn(days: readonly Day[], source: Publisher): DayRun[] {
  const holes: DayRun[] = [];
  let [next] = days;
  for (const day of days) {
    const [first, ...others] = publishedIn(next ?? day, addDays(day, -1), source);
    if (first) holes.push(runOver([first, ...others]));
    next = addDays(day, 1);
  }
  return holes;
}

const indent = '  ';

/** A row for each year, with a cell for each of its months. */
function calendarOf(days: readonly Day[], source: Publisher, ascii: boolean): string {
  const [first = ''] = days;
  const last = days.at(-1) ?? first;
  const due = publishedIn(`${first.slice(0, 4)}-01-01`, `${last.slice(0, 4)}-12-31`, source);
  const inMonth = countBy(days, 7);
  const inYear = countBy(days, 4);
  const months = Array.from(countBy(due, 7), ([month, all]) => {
    const isOutside = month < first.slice(0, 7) || month > last;
    return { month, cell: isOutside ? ' ' : cellOf(inMonth.get(month) ?? 0, all, ascii) };
  });
  const rows = Array.from(countBy(due, 4), ([year, all]) => {
    const stored = inYear.get(year) ?? 0;
    const cells = months.map(({ month, cell }) => (month.startsWith(year) ? cell : ''));
    return [indent + year, cells.join(''), stored >= all ? `${stored}` : `${stored} of ${all}`];
  });
  return aligned(rows);
}

/** The first sign is of a month without a day, the last of a whole one. */
function cellOf(stored: number, all: number, ascii: boolean) {
  const signs = ascii ? '.+++++++#' : '·▁▂▃▄▅▆▇█';
  return signs.charAt(stored && 1 + Math.floor(7 * Math.min(1, stored / all)));
}

const sizeInWords = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

export async function storeHoles(app: App, options: Listing): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startNamedRun(app, options);
  const days = openStore(run).days();
  const holes = holesIn(days, run.source);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  const isTable = to.format === 'table';
  const columns: Columns = {
    start: 'date',
    end: 'date',
    days: isTable ? 'text' : 'integer',
  };
  const rows = holes.map(({ first, last, length }) => [first, last, isTable ? count(length, 'day') : length]);
  await printRecords({ columns, rows, isHeadless: true }, to, run);
  return exit.ok;
}

export function storePath(app: App, options: Pick<RunOptions, 'source'>): ExitCode {
  const run = startRun(app, options);
  app.host.stdout.write(`${join(storeFolder(run), run.source.folder)}\n`);
  return exit.ok;
}
