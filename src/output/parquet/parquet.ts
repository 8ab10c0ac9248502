import { type Day, numberOf } from '../../calendar/day.ts';
import { pairOf, sideOf } from '../../rates/day-rates.ts';
import type { Format, PeriodFormat } from '../format.ts';
import { byCode, digestOf, listedByCode, notesOf } from './contents.ts';
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
      const sorted = listedByCode(shown.rates);
      contents.set(shown.day, digestOf(shown, sorted));
      const { codes } = sorted.list;
      const pairs = 'base' in shown ? [shown.base, codes] : [codes, shown.quote];
      rows.addMany(codes.length, [date, ...pairs, sorted.rates]);
      return rows.full();
    },
    end: () => rows.end(notesOf(contents)),
  };
};

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
