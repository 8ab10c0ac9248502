import { createHash } from 'node:crypto';
import { type Day, eachDay, numberOf, parseDay } from '../../calendar/day.ts';
import { runsOf } from '../../calendar/runs.ts';
import type { Code } from '../../rates/code.ts';
import { pairOf, type ShownRates, type Side, sideOf } from '../../rates/day-rates.ts';
import type { Column, Records } from '../columns.ts';
import type { Format, PeriodFormat } from '../format.ts';
import { rowGroups } from './row-groups.ts';

const pair = [
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'rate', kind: 'number' },
] as const;

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = () => {
  const rows = rowGroups([{ name: 'date', kind: 'date' }, ...pair]);
  const contents = new Map<Day, string>();
  return {
    day(shown) {
      const date = numberOf(shown.day);
      const sorted = byCode(shown.rates);
      contents.set(shown.day, digest(shown, sorted));
      for (const [code, rate] of sorted) rows.add([date, ...pairOf(shown, code), rate]);
      return rows.full();
    },
    end: () => rows.end(notesOf(contents)),
  };
};

export const digestOf = (shown: ShownRates) => digest(shown, byCode(shown.rates));

/** Numbers as bytes, since writing them out would take longer than all the rest. */
function digest(side: Side, sorted: readonly [Code, number][]): string {
  const words = ['base' in side ? [side.base, 1] : [1, side.quote], ...sorted.map(([code]) => code)];
  const rates = Buffer.allocUnsafe(8 * sorted.length);
  for (const [at, [, rate]] of sorted.entries()) rates.writeDoubleLE(rate, 8 * at);
  return createHash('sha256').update(words.join()).update(rates).digest('base64url').slice(0, 8);
}

export const parquetOfPeriods: PeriodFormat = ({ kind, ...document }) => {
  const side = sideOf(document);
  const figure = [
    { name: 'date', kind: 'date', optional: true },
    { name: 'days', kind: 'integer' },
  ] as const;
  const rows = rowGroups([{ name: 'period', kind: 'text' }, ...pair, ...figure]);
  return {
    period({ period, pairs }) {
      for (const [code, figures] of byCode(pairs)) {
        const { rate, date } = figures[kind.take];
        rows.add([period.name, ...pairOf(side, code), rate, date ? numberOf(date) : null, figures.days]);
      }
      return rows.full();
    },
    end: () => rows.end({}),
  };
};

const byCode = <T>(pairs: ReadonlyMap<Code, T>): [Code, T][] =>
  [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));

// in a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`, and a digest of each
const [daysKey, digestsKey] = ['ratebook.days', 'ratebook.digests'];

function notesOf(contents: ReadonlyMap<Day, string>): Readonly<Record<string, string>> {
  const runs = runsOf(contents.keys()).map(({ first, last }) => `${first}/${last}`);
  return { [daysKey]: runs.join(' '), [digestsKey]: [...contents.values()].join(' ') };
}

/** Each day of a file with its digest, which older files lack; undefined if the file has no such notes. */
export function contentsIn(notes: readonly { readonly key: string; readonly value?: string | undefined }[]) {
  const textOf = (name: string) => notes.find(({ key }) => key === name)?.value ?? '';
  const digests = textOf(digestsKey).split(' ');
  const days = daysOfText(textOf(daysKey));
  return days && new Map(days.map((day, at) => [day, digests[at]]));
}

function daysOfText(text: string): Day[] | undefined {
  const days: Day[] = [];
  for (const run of text.split(' ')) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  return days;
}

export function parquetOfRecords<Item>({ columns, items }: Records<Item>): Uint8Array {
  const rows = rowGroups(columns);
  for (const item of items) rows.add(columns.map((column) => cellOf(column, item)));
  return Buffer.concat([...rows.end({})]);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item): string | number | null {
  const value = of(item);
  if (value === undefined || kind === 'text') return value === undefined ? null : String(value);
  if (kind !== 'date') return Number(value);
  const day = parseDay(String(value));
  return day ? numberOf(day) : null;
}
