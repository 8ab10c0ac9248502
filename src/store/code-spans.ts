import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** The first and the last day that have a rate of a code. */
export interface Span {
  readonly first: Day;
  readonly last: Day;
}

/** Of all codes: reads each day once. @param days ascending @param read undefined: the file is damaged */
export async function codeSpans(
  days: readonly Day[],
  read: (day: Day) => DayRates['rates'] | undefined,
): Promise<Map<Code, Span>> {
  const spans = new Map<Code, Span>();
  for (const [at, day] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    for (const code of read(day)?.keys() ?? [])
      spans.set(code, { first: spans.get(code)?.first ?? day, last: day });
  }
  return spans;
}
