import { dayAt, isFinished } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { ifPossible } from '../../src/errors.ts';
import { parseDays } from '../../src/sources/oxr/responses.ts';

/** What is asked of a source apart from a connection: one that publishes every day, in USD. */
export const publisher = {
  pivot: { base: 'USD' as Code },
  calendar: { publishes: () => true, due: dayAt, isFinal: isFinished },
  asks: { by: 'range', maxDays: 'a month' } as const,
  newest: 'today' as const,
  isService: true as const,
  endpoints: 'days',
  updateEvery: () => 3_600_000,
  read: async (...asked: Parameters<typeof parseDays>) => ifPossible(() => parseDays(...asked)),
};
