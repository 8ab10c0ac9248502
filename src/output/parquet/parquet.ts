import { type Day, numberOf } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { pairOf, type Side, sideIn, sideOf } from '../../rates/day-rates.ts';
import type { ListedRates } from '../../rates/listed-rates.ts';
import type { Format, PeriodFormat } from '../format.ts';
import { byCode, digestOf, listedByCode, notesOf } from './contents.ts';
import { type Cell, fullGroup, rowGroups } from './row-groups.ts';

const pair = [
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'rate', kind: 'number' },
] as const;

const nothing = new Uint8Array();

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = () => {
  const file = rowGroups([{ name: 'date', kind: 'date' }, ...pair]);
  const contents = new Map<Day, string>();
  let days: SortedDay[] = [];
  let rows = 0;

  function group(): Uint8Array {
    const written = file.group(columnsOf(days, rows));
    days = [];
    rows = 0;
    return written;
  }

  return {
    day(shown) {
      const rates = listedByCode(shown.rates);
      contents.set(shown.day, digestOf(shown, rates));
      days.push({ date: numberOf(shown.day), side: sideIn(shown), rates });
      rows += rates.size;
      return rows >= fullGroup ? group() : nothing;
    },
    *end() {
      yield group();
      yield file.end(notesOf(contents));
    },
  };
};

interface SortedDay {
  readonly date: number;
  readonly side: Side;
  readonly rates: ListedRates;
}

function columnsOf(days: readonly SortedDay[], rows: number) {
  const dates = new Int32Array(rows);
  const bases: Code[] = [];
  const quotes: Code[] = [];
  const rates = new Float64Array(rows);

  for (const { date, side, rates: row } of days) {
    const start = quotes.length;
    for (const code of row.list.codes) {
      const [base, quote] = pairOf(side, code);
      bases.push(base);
      quotes.push(quote);
    }
    dates.fill(date, start, quotes.length);
    rates.set(row.rates, start);
  }

  return [dates, bases, quotes, rates];
}

export const parquetOfPeriods: PeriodFormat = ({ kind, ...document }) => {
  const side = sideOf(document);
  const figure = [
    { name: 'date', kind: 'date', optional: true },
    { name: 'days', kind: 'integer' },
    { name: 'of', kind: 'integer' },
  ] as const;
  const columns = [{ name: 'period', kind: 'text' }, ...pair, ...figure] as const;
  const file = rowGroups(columns);
  let rows: Cell[][] = [];

  function group(): Uint8Array {
    const written = file.group(columns.map((_, at) => rows.map((row) => row[at] ?? null)));
    rows = [];
    return written;
  }

  return {
    period({ period, pairs, of }) {
      for (const [code, figures] of byCode(pairs)) {
        const { rate, date } = figures[kind.take];
        const place = date ? numberOf(date) : null;
        rows.push([period.name, ...pairOf(side, code), rate, place, figures.days, of]);
      }
      return rows.length >= fullGroup ? group() : nothing;
    },
    *end() {
      yield group();
      yield file.end({});
    },
  };
};
