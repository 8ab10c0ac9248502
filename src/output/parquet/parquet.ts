import { type Day, eachDay, parseDay, startOf } from '../../calendar/day.ts';
import { runsOf } from '../../calendar/runs.ts';
import type { Code } from '../../rates/code.ts';
import { pairOf, sideOf } from '../../rates/day-rates.ts';
import type { Column, Records } from '../columns.ts';
import type { Format, PeriodFormat } from '../format.ts';
import { rowGroups } from './row-groups.ts';

const pair = [
  { name: 'base', type: 'text' },
  { name: 'quote', type: 'text' },
  { name: 'rate', type: 'number' },
] as const;

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = () => {
  const rows = rowGroups([{ name: 'date', type: 'date' }, ...pair]);
  const days: Day[] = [];
  return {
    day(shown) {
      days.push(shown.day);
      const date = dateOf(shown.day);
      for (const [code, rate] of byCode(shown.rates)) rows.add([date, ...pairOf(shown, code), rate]);
      return rows.full();
    },
    end: () => rows.end({ [daysKey]: textOfDays(days) }),
  };
};

export const parquetOfPeriods: PeriodFormat = ({ kind, ...document }) => {
  const side = sideOf(document);
  const figure = [
    { name: 'date', type: 'date', nullable: true },
    { name: 'days', type: 'integer' },
  ] as const;
  const rows = rowGroups([{ name: 'period', type: 'text' }, ...pair, ...figure]);
  return {
    period({ period, pairs }) {
      for (const [code, figures] of byCode(pairs)) {
        const { rate, date } = figures[kind.take];
        rows.add([period.name, ...pairOf(side, code), rate, date ? dateOf(date) : null, figures.days]);
      }
      return rows.full();
    },
    end: () => rows.end({}),
  };
};

/** In days since 1970. */
const dateOf = (day: Day) => startOf(day) / 86_400_000;

function byCode<T>(pairs: ReadonlyMap<Code, T>): [Code, T][] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
export const daysKey = 'ratebook.days';

function textOfDays(days: Iterable<Day>): string {
  return runsOf(days)
    .map(({ first, last }) => `${first}/${last}`)
    .join(' ');
}

/** Undefined if it is not such a text. */
export function daysOfText(text: string): Day[] | undefined {
  const days: Day[] = [];
  for (const run of text.split(' ')) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  return days;
}

export function parquetOfRecords<Item>({ columns, items }: Records<Item>): Uint8Array {
  const rows = rowGroups(
    columns.map(({ name, kind, optional }) => ({ name, type: kind, ...(optional && { nullable: true }) })),
  );
  for (const item of items) rows.add(columns.map((column) => cellOf(column, item)));
  return Buffer.concat([...rows.end({})]);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item): string | number | null {
  const value = of(item);
  if (value === undefined || kind === 'text') return value === undefined ? null : String(value);
  if (kind !== 'date') return Number(value);
  const day = parseDay(String(value));
  return day ? dateOf(day) : null;
}
