import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** Returns undefined if the day's file is damaged. */
type ReadRates = (day: Day) => DayRates['rates'] | undefined;

/** Reads from both ends until all are found: two files for codes that every day has. @param days ascending */
export async function heldSpans(codes: Iterable<Code>, days: readonly Day[], read: ReadRates) {
  const firsts = await firstDays(codes, days, read);
  const lasts = await firstDays(firsts.keys(), days.toReversed(), read);
  return new Map(Array.from(firsts, ([code, first]) => [code, { first, last: lasts.get(code) ?? first }] as const));
}

async function firstDays(codes: Iterable<Code>, days: readonly Day[], read: ReadRates) {
  const found = new Map<Code, Day>();
  const missing = new Set(codes);
  for (const [at, day] of days.entries()) {
    if (missing.size === 0) break;
    if (at % 100 === 99) await letOthersRun();
    const rates = read(day);
    for (const code of rates ? missing : []) {
      if (!rates?.has(code)) continue;
      found.set(code, day);
      missing.delete(code);
    }
  }
  return found;
}
