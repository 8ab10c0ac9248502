import { basename, dirname, join } from 'node:path';
import type { App, RunOptions } from '../../app.ts';
import { addDays, type Day, eachDay, lastOfMonth } from '../../calendar/day.ts';
import { type DayRun, daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column, Layout } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import type { Reporter } from '../../report/reporter.ts';
import { type Listing, printing, printRecords } from '../../run/output.ts';
import { startNamedRun, startRun } from '../../run/run.ts';
import { allStores, type NamedStore, openStore, storeFolder } from '../../run/stores.ts';
import type { Source } from '../../sources/source.ts';
import { count, wrap } from '../../words.ts';

/** For each service and kind of days. */
export async function storeInfo(given: Listing, app: App): Promise<ExitCode> {
  const to = printing(given, 'table', app);
  const run = startRun(app, given);
  const items: Stored[] = [];
  for (const one of await allStores(run)) {
    const stored = await storedIn(one, run.reporter);
    if (stored.days.length > 0) items.push(stored);
  }

  const table = (layout: Layout) =>
    items.map((stored) => storedText(stored, layout)).join('\n') || 'no days are stored\n';
  await printRecords({ columns: storedColumns, items, table }, to, run);
  return exit.ok;
}

/** Unreadable files are named, not counted. */
async function storedIn({ name, store, source }: NamedStore, reporter: Reporter): Promise<Stored> {
  const days: Day[] = [];
  const unreadable: Day[] = [];
  let bytes = 0;
  for (const day of await store.days()) {
    const size = store.sizeOf(day);
    if (size === undefined) continue;
    if (size === 'unreadable') {
      unreadable.push(day);
      continue;
    }
    days.push(day);
    bytes += size;
  }

  if (unreadable.length > 0) reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
  return { name, source, days, bytes };
}

type Publisher = Pick<Source, 'calendar'>;

interface Stored {
  /** That of its store. */
  readonly name: string;
  readonly source?: Publisher | undefined;
  /** At least one, ascending. */
  readonly days: readonly Day[];
  readonly bytes: number;
}

const storedColumns: readonly Column<Stored>[] = [
  { name: 'service', kind: 'text', of: ({ name }) => dirname(name) },
  { name: 'folder', kind: 'text', of: ({ name }) => basename(name) },
  { name: 'days', kind: 'integer', of: ({ days }) => days.length },
  { name: 'first', kind: 'date', of: ({ days }) => days.at(0) },
  { name: 'last', kind: 'date', of: ({ days }) => days.at(-1) },
  { name: 'holes', kind: 'integer', of: (stored) => holesIn(stored.days, stored.source).length },
  // over what 32 bits can have
  { name: 'bytes', kind: 'number', of: ({ bytes }) => bytes },
  {
    name: 'years',
    kind: 'text',
    of: ({ days }) => Array.from(countedBy(days, 4), (year) => year.join(':')).join(' '),
    json: ({ days }) => countedBy(days, 4),
  },
];

/** How many days there are of each year (4 characters) or month (7). */
function countedBy(days: readonly Day[], length: 4 | 7): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) {
    const unit = day.slice(0, length);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

const publishedIn = (days: Iterable<Day>, source?: Publisher) =>
  [...days].filter((day) => source?.calendar.publishes(day) ?? true);

/**
 * Runs of days missing between the stored ones. A day without publication is no hole, and parts none.
 * @param days ascending
 */
export function holesIn(days: readonly Day[], source?: Publisher): DayRun[] {
  return days.slice(1).flatMap((day, at) => {
    const lacking = publishedIn(eachDay(addDays(days[at] ?? day, 1), addDays(day, -1)), source);
    const first = lacking[0];
    const last = lacking.at(-1);
    return first && last ? [{ first, last, length: lacking.length }] : [];
  });
}

export function storedText(
  { name, source, days, bytes }: Stored,
  { ascii, width }: Pick<Layout, 'ascii' | 'width'>,
): string {
  const summary = [
    count(days.length, 'day'),
    `${days[0]} to ${days.at(-1)}`,
    count(holesIn(days, source).length, 'hole'),
    sizeInWords(bytes),
  ];
  const lines = wrap(summary.join(', '), width - indent.length).map((line) => `${indent}${line}\n`);

  return `${name}\n${lines.join('')}${aligned(yearRows({ days, source }, ascii))}`;
}

const indent = '  ';

/** A row a year, with a cell for each of its months. */
function yearRows({ days, source }: Pick<Stored, 'days' | 'source'>, ascii: boolean): string[][] {
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const years = countedBy(days, 4);
  const months = countedBy(days, 7);
  const due = (from: string, to: string) => publishedIn(eachDay(from as Day, to as Day), source).length;

  function monthCell(month: string): string {
    if (month < first.slice(0, 7) || last.slice(0, 7) < month) return ' ';
    return cell(months.get(month) ?? 0, due(`${month}-01`, lastOfMonth(month)), ascii);
  }

  const rows: string[][] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const cells = monthNumbers.map((number) => monthCell(`${year}-${number}`));
    const all = due(`${year}-01-01`, `${year}-12-31`);
    const held = years.get(`${year}`) ?? 0;
    rows.push([`${indent}${year}`, cells.join(''), held >= all ? `${held}` : `${held} of ${all}`]);
  }
  return rows;
}

const monthNumbers = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0'));

const blocks = [...'▁▂▃▄▅▆▇'];

function cell(held: number, all: number, ascii: boolean): string {
  if (held === 0) return ascii ? '.' : '·';
  if (held >= all) return ascii ? '#' : '█';
  return ascii ? '+' : (blocks[Math.floor((held / all) * blocks.length)] ?? '');
}

function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

const holeColumns: readonly Column<DayRun>[] = [
  { name: 'start', kind: 'date', of: ({ first }) => first },
  { name: 'end', kind: 'date', of: ({ last }) => last },
  {
    name: 'days',
    kind: 'integer',
    of: ({ length }) => length,
    table: { text: ({ length }) => count(length, 'day') },
  },
];

export async function storeHoles(given: Listing, app: App): Promise<ExitCode> {
  const to = printing(given, 'table', app);
  const run = await startNamedRun(app, given);
  const days = await openStore(run).days();

  const holes = holesIn(days, run.source);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns: holeColumns, items: holes, headless: true }, to, run);
  return exit.ok;
}

export function storePath(terms: Pick<RunOptions, 'source'>, app: App): ExitCode {
  const run = startRun(app, terms);
  app.host.stdout.write(`${join(storeFolder(run), run.source.folder)}\n`);
  return exit.ok;
}
