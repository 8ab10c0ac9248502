import { type Day, startOf } from '../../calendar/day.ts';
import type { Format } from '../format.ts';
import { daysKey, textOfDays } from './days-covered.ts';
import { RowGroups } from './row-groups.ts';

/** Sorted by date and quote, whatever the order of the symbols: that is what readers skip rows by. */
export const parquet: Format = () => {
  const rows = new RowGroups([
    { name: 'date', type: 'date' },
    { name: 'base', type: 'text' },
    { name: 'quote', type: 'text' },
    { name: 'rate', type: 'number' },
  ]);
  const days: Day[] = [];
  return {
    day({ day, base, rates }) {
      days.push(day);
      const date = dateOf(day);
      for (const [quote, rate] of [...rates].sort(byCode)) rows.add([date, base, quote, rate]);
      return rows.full();
    },
    end: () => rows.end({ [daysKey]: textOfDays(days) }),
  };
};

const dateOf = (day: Day) => startOf(day) / 86_400_000;

function byCode([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}
