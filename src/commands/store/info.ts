import { basename, dirname, join } from 'node:path';
import { type App, type RunOptions, wantsAscii } from '../../app.ts';
import { addDays, type Day, eachDay, monthOf } from '../../calendar/day.ts';
import { type DayRun, daysInWords, type Group, runOver } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import type { Reporter } from '../../report/reporter.ts';
import { type Listing, printing, printRecords, tableWidth } from '../../run/output.ts';
import { startNamedRun, startRun } from '../../run/run.ts';
import { allStores, type NamedStore, openStore, storeFolder } from '../../run/stores.ts';
import type { Source } from '../../sources/source.ts';
import { count, wrap } from '../../words.ts';

type Publisher = Pick<Source, 'calendar'>;

/** The days of a source, or those of it with alternative currencies. */
interface Stored {
  /** That of its store. */
  readonly name: string;
  readonly source?: Publisher | undefined;
  /** At least one, ascending. */
  readonly days: readonly Day[];
  readonly bytes: number;
}

export async function storeInfo(options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startRun(app, options);
  const items: Stored[] = [];
  for (const store of await allStores(run)) {
    const stored = storedIn(store, run.reporter);
    if (stored.days.length > 0) items.push(stored);
  }
  const [width, ascii] = [tableWidth(to.output, app), wantsAscii(app.host)];
  const text = items.map((stored) => storedText(stored, width, ascii)).join('\n') || 'no days are stored\n';
  await printRecords({ columns: storedColumns, rows: items.map(storedRow), text }, to, run);
  return exit.ok;
}

/** Unreadable files are named, not counted. */
function storedIn({ name, store, source }: NamedStore, reporter: Reporter): Stored {
  const days: Day[] = [];
  const unreadable: Day[] = [];
  let bytes = 0;
  for (const day of store.days()) {
    const size = store.sizeOf(day);
    if (size === 'unreadable') unreadable.push(day);
    else if (size !== undefined) {
      days.push(day);
      bytes += size;
    }
  }
  if (unreadable.length > 0) reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
  return { name, source, days, bytes };
}

const storedColumns: readonly Column[] = [
  { name: 'service', kind: 'text' },
  { name: 'folder', kind: 'text' },
  { name: 'days', kind: 'integer' },
  { name: 'first', kind: 'date' },
  { name: 'last', kind: 'date' },
  { name: 'holes', kind: 'integer' },
  // over what 32 bits can have
  { name: 'bytes', kind: 'number' },
  { name: 'years', kind: 'json' },
];

const storedRow = ({ name, source, days, bytes }: Stored) => [
  dirname(name),
  basename(name),
  days.length,
  days[0],
  days.at(-1),
  holesIn(days, source).length,
  bytes,
  countBy(days, 4),
];

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
function publishedIn(first: Day, last: Day, source?: Publisher): Day[] {
  const days: Day[] = [];
  for (const day of eachDay(first, last)) if (source?.calendar.publishes(day) ?? true) days.push(day);
  return days;
}

/**
 * Runs of days missing between the stored ones. A day without publication is no hole, and parts none.
 * @param days ascending
 */
export function holesIn(days: readonly Day[], source?: Publisher): DayRun[] {
  const holes: DayRun[] = [];
  let [next] = days;
  for (const day of days) {
    const missing = next && next < day ? publishedIn(next, addDays(day, -1), source) : [];
    if (missing.length > 0) holes.push(runOver(missing as unknown as Group));
    next = addDays(day, 1);
  }
  return holes;
}

const indent = '  ';

export function storedText(
  { name, source, days, bytes }: Stored,
  width = Number.POSITIVE_INFINITY,
  ascii = false,
): string {
  const [first = '' as Day] = days;
  const last = days.at(-1) ?? first;
  const holes = count(holesIn(days, source).length, 'hole');
  const summary = `${count(days.length, 'day')}, ${first} to ${last}, ${holes}, ${sizeInWords(bytes)}`;
  let text = `${name}\n`;
  for (const line of wrap(summary, width - indent.length)) text += `${indent}${line}\n`;

  // a row a year, with a cell for each of its months
  const due = publishedIn(`${first.slice(0, 4)}-01-01` as Day, `${last.slice(0, 4)}-12-31` as Day, source);
  const inYear = countBy(days, 4);
  const inMonth = countBy(days, 7);
  const dueInMonth = countBy(due, 7);
  const rows: string[][] = [];
  for (const [year, all] of countBy(due, 4)) {
    let cells = '';
    for (let number = 1; number <= 12; number++) {
      const month = `${year}-${`${number}`.padStart(2, '0')}`;
      const isOutside = month < monthOf(first) || monthOf(last) < month;
      cells += isOutside ? ' ' : cell(inMonth.get(month) ?? 0, dueInMonth.get(month) ?? 0, ascii);
    }
    const stored = inYear.get(year) ?? 0;
    rows.push([indent + year, cells, stored >= all ? `${stored}` : `${stored} of ${all}`]);
  }
  return text + aligned(rows);
}

const blocks = [...'▁▂▃▄▅▆▇'];

function cell(stored: number, all: number, ascii: boolean): string {
  if (stored === 0) return ascii ? '.' : '·';
  if (stored >= all) return ascii ? '#' : '█';
  return ascii ? '+' : (blocks[Math.floor((stored / all) * blocks.length)] ?? '');
}

function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export async function storeHoles(options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = await startNamedRun(app, options);
  const days = openStore(run).days();
  const holes = holesIn(days, run.source);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  const isTable = to.format === 'table';
  const columns: readonly Column[] = [
    { name: 'start', kind: 'date' },
    { name: 'end', kind: 'date' },
    { name: 'days', kind: isTable ? 'text' : 'integer' },
  ];
  const rows = holes.map(({ first, last, length }) => [first, last, isTable ? count(length, 'day') : length]);
  await printRecords({ columns, rows, isHeadless: true }, to, run);
  return exit.ok;
}

export function storePath(options: Pick<RunOptions, 'source'>, app: App): ExitCode {
  const run = startRun(app, options);
  app.host.stdout.write(`${join(storeFolder(run), run.source.folder)}\n`);
  return exit.ok;
}
