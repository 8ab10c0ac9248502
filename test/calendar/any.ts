import fc from 'fast-check';
import { addDays, type Day, dayAt, firstDay, startOf } from '../../src/calendar/day.ts';

const dayLength = 86_400_000;

/** Any day from 1999-01-01 to 2060-12-31. */
export const anyDay = fc
  .integer({ min: startOf(firstDay) / dayLength, max: Date.UTC(2060, 11, 31) / dayLength })
  .map((count) => dayAt(count * dayLength));

/** Any range of 1 to 1200 days. */
export const anyRange = fc
  .tuple(anyDay, fc.integer({ min: 0, max: 1199 }))
  .map(([first, more]) => ({ first, last: addDays(first, more) }));

/** Any day as somebody may write it, most of them real. */
export const anyDate = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => ({ year, month, day }));

export function written({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

export const asDay = (text: string) => text as Day;

const pad = (number: number, width: number) => String(number).padStart(width, '0');
