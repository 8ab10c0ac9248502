import { addDays, type Day, eachDay } from '../calendar/day.ts';
import type { Source } from '../sources/source.ts';

/** How many days may have passed since a publication. A copy of all days may be old. */
const mostBack = { day: 14, range: 14, all: 366 } as const;

/**
 * What to ask for, one after another until something comes, for the newest day that a source has published:
 * all days after the held one, or where each takes a request, each by itself, the last one first.
 */
export function roundsAfter(held: Day | undefined, today: Day, source: Pick<Source, 'asks'>): Day[][] {
  const days = daysAfter(held, today, source);
  return source.asks.by === 'day' ? days.toReversed().map((day) => [day]) : [days];
}

function daysAfter(held: Day | undefined, today: Day, { asks }: Pick<Source, 'asks'>): Day[] {
  const earliest = addDays(today, 1 - mostBack[asks.by]);
  const first = held && held >= earliest ? addDays(held, 1) : earliest;
  return [...eachDay(first, today)];
}
