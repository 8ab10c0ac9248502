import fc from 'fast-check';
import { type Day, dayAt, firstDay, startOf } from '../../src/calendar/day.ts';

const dayLength = 86_400_000;

/** Any day from 1999-01-01 to 2060-12-31. */
export const anyDay = fc
  .integer({ min: startOf(firstDay) / dayLength, max: Date.UTC(2060, 11, 31) / dayLength })
  .map((count) => dayAt(count * dayLength));

export const asDay = (text: string) => text as Day;
