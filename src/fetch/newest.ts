import { addDays, type Day, eachDay } from '../calendar/day.ts';
import type { Source } from '../sources/source.ts';

/** How many days may have passed since a publication. A copy of all days may be old. */
const mostBack = { day: 14, range: 14, all: 366 } as const;

/** One of these is the newest that a source has published, or else the one that is held is. */
export function daysAfter(held: Day | undefined, today: Day, { asks }: Pick<Source, 'asks'>): Day[] {
  const earliest = addDays(today, 1 - mostBack[asks.by]);
  const first = held && held >= earliest ? addDays(held, 1) : earliest;
  return [...eachDay(first, today)];
}
