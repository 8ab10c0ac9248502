import { type Day, startOf } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';
import { pairOf, sideOf } from '../../rates/day-rates.ts';
import type { Format, PeriodFormat } from '../format.ts';
import { daysKey, textOfDays } from './days-covered.ts';
import { RowGroups } from './row-groups.ts';

const pair = [
  { name: 'base', type: 'text' },
  { name: 'quote', type: 'text' },
  { name: 'rate', type: 'number' },
] as const;

/** Sorted by date and code, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = () => {
  const rows = new RowGroups([{ name: 'date', type: 'date' }, ...pair]);
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
  const rows = new RowGroups([{ name: 'period', type: 'text' }, ...pair, ...figure]);
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
export const dateOf = (day: Day) => startOf(day) / 86_400_000;

function byCode<T>(pairs: ReadonlyMap<Code, T>): [Code, T][] {
  return [...pairs].sort(([one], [other]) => (one < other ? -1 : 1));
}
