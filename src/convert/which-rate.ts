import type { Day } from '../calendar/day.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundOn,
  type MixedUnits,
  rateFrom,
} from '../periods/mean-rates.ts';
import type { RateBasis } from '../periods/rate-rules.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { publishedPair } from '../rates/fixed-rates.ts';
import { pairRate } from '../rates/pair-rate.ts';

/**
 * Why there is no rate: the day is too early or still to come, has no rates, lacks a currency, which a file
 * may lack altogether, or the rates of a mean are of two units of one.
 */
export type NoRate = 'early' | 'future' | 'gap' | 'no rate' | 'not in file' | 'mixed';

/**
 * @param days in the order in which they count, where the first one that has the pair does
 * @param of of a mean: on how many days of its period the source publishes
 */
export function rateAmong(
  basis: RateBasis,
  days: readonly DayRates[],
  pair: readonly [from: Code, to: Code],
  of?: number,
): FoundRate | MixedUnits | undefined {
  const rateOn = (day: DayRates) => {
    const rate = pairRate(day, ...pair);
    return rate && foundOn(day.day, rate);
  };
  return rateFrom(basis, days, rateOn, { pair, of });
}

interface Counting {
  readonly basis: RateBasis;
  readonly days: readonly DayRates[];
  readonly of?: number | undefined;
}

/** The same for a day that is asked about, at the fixed rates of what the euro has replaced by then. */
export function rateOn(
  on: Day,
  { basis, days, of }: Counting,
  [from, to]: readonly [from: Code, to: Code],
): FoundRate | MixedUnits | undefined {
  const pair = publishedPair(from, to, on);
  const found = rateAmong(basis, days, [pair.from, pair.to], of);
  return found && foundAtFixedRates(found, pair);
}

/** Whether a mean lacks days because its period is not over. */
export function isCut(basis: RateBasis, finished: Day): boolean {
  return basis.of === 'mean' && basis.period.last > finished;
}
