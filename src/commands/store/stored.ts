import { basename, dirname } from 'node:path';
import { addDays, type Day, eachDay, lastOfMonth } from '../../calendar/day.ts';
import type { DayRun } from '../../calendar/runs.ts';
import type { Column, Layout } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import type { Source } from '../../sources/source.ts';
import { count, wrap } from '../../words.ts';

export interface Stored {
  readonly name: string;
  readonly source?: Publisher | undefined;
  /** At least one, ascending. */
  readonly days: readonly Day[];
  readonly bytes: number;
}

export const storedColumns: readonly Column<Stored>[] = [
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

function countedBy(days: readonly Day[], length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day.slice(0, length), (counts.get(day.slice(0, length)) ?? 0) + 1);
  return counts;
}

export function storedText(
  { name, source, days, bytes }: Stored,
  { ascii, width }: Pick<Layout, 'ascii' | 'width'>,
): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const summary = [
    count(days.length, 'day'),
    `${first} to ${last}`,
    count(holesIn(days, source).length, 'hole'),
    sizeInWords(bytes),
  ];
  const dueIn = (from: string, to: string) => publishedIn(eachDay(from as Day, to as Day), source).length;
  const [years, months] = [countedBy(days, 4), countedBy(days, 7)];
  const rows: string[][] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const cells = Array.from({ length: 12 }, (_, at) => {
      const month = `${year}-${`${at + 1}`.padStart(2, '0')}`;
      const isWithin = first.slice(0, 7) <= month && month <= last.slice(0, 7);
      return isWithin ? cell(months.get(month) ?? 0, dueIn(`${month}-01`, lastOfMonth(month)), ascii) : ' ';
    });
    const all = dueIn(`${year}-01-01`, `${year}-12-31`);
    const held = years.get(`${year}`) ?? 0;
    rows.push([`  ${year}`, cells.join(''), held >= all ? `${held}` : `${held} of ${all}`]);
  }
  const indent = '  ';
  const lines = wrap(summary.join(', '), width - indent.length);
  return `${name}\n${lines.map((line) => `${indent}${line}\n`).join('')}${aligned(rows)}`;
}

const blocks = [...'▁▂▃▄▅▆▇'];

function cell(held: number, all: number, ascii: boolean): string {
  if (held === 0) return ascii ? '.' : '·';
  if (held >= all) return ascii ? '#' : '█';
  return ascii ? '+' : (blocks[Math.floor((held / all) * blocks.length)] ?? '');
}

type Publisher = Pick<Source, 'calendar'>;

const publishedIn = (days: Iterable<Day>, source?: Publisher) =>
  [...days].filter((day) => source?.calendar.publishes(day) ?? true);

/** Between the days, which are ascending: what lacks of those on which rates are published. Other days part no hole. */
export function holesIn(days: readonly Day[], source?: Publisher): DayRun[] {
  return days.slice(1).flatMap((day, at) => {
    const lacking = publishedIn(eachDay(addDays(days[at] ?? day, 1), addDays(day, -1)), source);
    const [first, last] = [lacking[0], lacking.at(-1)];
    return first && last ? [{ first, last, length: lacking.length }] : [];
  });
}

function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
