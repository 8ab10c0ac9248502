import type { Day } from '../calendar/day.ts';
import { type FoundRate, foundOn, rateFrom } from '../periods/mean-rates.ts';
import type { RateBasis } from '../periods/rate-rules.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { pairRate } from '../rates/pair-rate.ts';

/** Why there is no rate: the day is too early or still to come, has no rates, or lacks a currency, which a file may lack altogether. */
export type NoRate = 'early' | 'future' | 'gap' | 'no rate' | 'not in file';

/** @param days in the order in which they count, where the first one that has the pair does */
export function rateAmong(
  basis: RateBasis,
  days: readonly DayRates[],
  from: Code,
  to: Code,
): FoundRate | undefined {
  return rateFrom(basis, days, (day) => {
    const pair = pairRate(day, from, to);
    return pair && foundOn(day.day, pair);
  });
}

/** Whether a mean lacks days because its period is not over. */
export function isCut(basis: RateBasis, finished: Day): boolean {
  return basis.of === 'mean' && basis.period.last > finished;
}
