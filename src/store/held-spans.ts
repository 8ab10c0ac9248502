import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** Returns undefined if the day's file is damaged. */
export type ReadRates = (day: Day) => DayRates['rates'] | undefined;

/** The first and the last day that have a rate of a code. */
export interface Span {
  readonly first: Day;
  readonly last: Day;
}

export type Spans = ReadonlyMap<Code, Span>;

/**
 * Reads from both ends until all codes are found: two files for codes that every day has.
 * @param days ascending
 */
export async function heldSpans(
  codes: Iterable<Code>,
  days: readonly Day[],
  read: ReadRates,
): Promise<Map<Code, Span>> {
  const firsts = await firstDays(codes, days, read);
  const lasts = await firstDays(firsts.keys(), days.toReversed(), read);
  const spans = new Map<Code, Span>();
  for (const [code, first] of firsts) spans.set(code, { first, last: lasts.get(code) ?? first });
  return spans;
}

/** Of all codes: reads each day once. @param days ascending */
export async function allSpans(days: readonly Day[], read: ReadRates): Promise<Map<Code, Span>> {
  const spans = new Map<Code, Span>();
  for (const [at, day] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    for (const code of read(day)?.keys() ?? [])
      spans.set(code, { first: spans.get(code)?.first ?? day, last: day });
  }
  return spans;
}

async function firstDays(codes: Iterable<Code>, days: readonly Day[], read: ReadRates) {
  const found = new Map<Code, Day>();
  const missing = new Set(codes);
  for (const [at, day] of days.entries()) {
    if (missing.size === 0) break;
    if (at % 100 === 99) await letOthersRun();

    const rates = read(day);
    if (!rates) continue;
    for (const code of missing) {
      if (!rates.has(code)) continue;
      found.set(code, day);
      missing.delete(code);
    }
  }
  return found;
}
