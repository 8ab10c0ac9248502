import { basename, dirname } from 'node:path';
import { addDays, countDays, type Day, lastOfMonth } from '../../calendar/day.ts';
import type { DayRun } from '../../calendar/runs.ts';
import type { Column } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import { count } from '../../words.ts';

/** Days that are held, ascending. */
type Held = readonly [Day, ...Day[]];

export const isHeld = (days: readonly Day[]): days is Held => days.length > 0;

export interface Stored {
  /** `openexchangerates.org/api/historical` */
  readonly name: string;
  readonly days: Held;
  readonly bytes: number;
}

export const storedColumns: readonly Column<Stored>[] = [
  { name: 'service', kind: 'text', of: ({ name }) => dirname(name) },
  { name: 'folder', kind: 'text', of: ({ name }) => basename(name) },
  { name: 'days', kind: 'integer', of: ({ days }) => days.length },
  { name: 'first', kind: 'date', of: ({ days }) => days[0] },
  { name: 'last', kind: 'date', of: ({ days }) => endsOf(days)[1] },
  { name: 'holes', kind: 'integer', of: ({ days }) => holesIn(days).length },
  // over what 32 bits can have
  { name: 'bytes', kind: 'number', of: ({ bytes }) => bytes },
  {
    name: 'years',
    kind: 'text',
    of: ({ days }) => Array.from(daysByYear(days), (year) => year.join(':')).join(' '),
    json: ({ days }) => daysByYear(days),
  },
];

function daysByYear(days: Held): ReadonlyMap<string, number> {
  const years = new Map<string, number>();
  for (const day of days) years.set(day.slice(0, 4), (years.get(day.slice(0, 4)) ?? 0) + 1);
  return years;
}

/** A summary, and a line for each year, with a cell for each month. */
export function storedText({ name, days, bytes }: Stored, ascii: boolean): string {
  const [first, last] = endsOf(days);
  const summary = [
    count(days.length, 'day'),
    `${first} to ${last}`,
    count(holesIn(days).length, 'hole'),
    sizeInWords(bytes),
  ];
  const rows: string[][] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++)
    rows.push(yearRow(`${year}`, days, ascii));
  return `${name}\n  ${summary.join(', ')}\n${aligned(rows)}`;
}

function yearRow(year: string, days: Held, ascii: boolean): string[] {
  const [first, last] = endsOf(days);
  const counts = new Map<string, number>();
  let held = 0;
  for (const day of days) {
    if (!day.startsWith(year)) continue;
    const month = day.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
    held++;
  }
  const cells = Array.from({ length: 12 }, (_, at) => {
    const month = `${year}-${`${at + 1}`.padStart(2, '0')}`;
    const isWithin = first.slice(0, 7) <= month && month <= last.slice(0, 7);
    return isWithin ? cell(counts.get(month) ?? 0, Number(lastOfMonth(month).slice(8)), ascii) : ' ';
  });
  const all = countDays(`${year}-01-01` as Day, `${year}-12-31` as Day);
  return [`  ${year}`, cells.join(''), held === all ? `${all}` : `${held} of ${all}`];
}

const blocks = [...'▁▂▃▄▅▆▇'];

function cell(held: number, all: number, ascii: boolean): string {
  if (held === 0) return ascii ? '.' : '·';
  if (held === all) return ascii ? '#' : '█';
  return ascii ? '+' : (blocks[Math.floor((held / all) * blocks.length)] ?? '');
}

/** From the first to the last of the days, ascending. */
export function holesIn(days: readonly Day[]): DayRun[] {
  return days.slice(1).flatMap((day, at) => {
    const [first, last] = [addDays(days[at] ?? day, 1), addDays(day, -1)];
    return first <= last ? [{ first, last, length: countDays(first, last) }] : [];
  });
}

const endsOf = (days: Held): [Day, Day] => [days[0], days.at(-1) ?? days[0]];

function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
