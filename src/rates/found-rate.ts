import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { mixedUnitIn } from '../currencies/ended.ts';
import { type PublishedPair, publishedPair } from '../currencies/replaced.ts';
import { atFixedRates, derivedRate, type PairRate, pairRate } from './cross.ts';
import { type DayRates, isRate } from './day-rates.ts';
import { meanOf, plain, roundedMean } from './decimal.ts';
import type { RateOrigin } from './receipt.ts';
import type { RateBasis } from './rules.ts';

export interface FoundRate extends PairRate {
  /** The name of the day or period. */
  readonly date: string;
  readonly origin: RateOrigin;
}

interface FoundIn {
  /** Where it is not the day. */
  readonly date: string;
  readonly files: readonly string[];
}

export const foundOn = (day: Day, { rate, of }: PairRate, place?: FoundIn): FoundRate => ({
  rate,
  of,
  date: place?.date ?? day,
  origin: { days: [day], derived: of !== undefined, files: place?.files },
});

const itself: RateOrigin = { days: [], derived: false };

/** The rate of a currency in itself. */
export function foundInItself(date: string): FoundRate {
  return { rate: '1', of: undefined, date, origin: itself };
}

/** No mean, since the rates are of two units of this currency. */
export interface MixedUnits {
  readonly mixed: Code;
}

interface PairOfPeriod {
  readonly pair: readonly [from: Code, to: Code];
  /** Of a mean: on how many days of its period the source publishes. */
  readonly of?: number | undefined;
}

/** The rate of a pair with currencies that the euro has replaced. @param found that of its published pair */
export function foundAtFixedRates<Found extends FoundRate | MixedUnits>(
  found: Found,
  pair: PublishedPair,
): Found {
  if ('mixed' in found || pair.replaced.length === 0) return found;
  const { rate, of } = atFixedRates(found, pair);
  return { ...found, rate, of, origin: { ...found.origin, derived: of !== undefined, fixed: pair.replaced } };
}

/** A mean of all days that have a rate, if the basis is one; otherwise the first rate that there is. */
export function rateFrom<T>(
  basis: RateBasis | undefined,
  days: readonly T[],
  rateOn: (day: T) => FoundRate | undefined,
  { pair, of }: PairOfPeriod,
): FoundRate | MixedUnits | undefined {
  if (basis?.of === 'mean') {
    const daily = days.flatMap((day) => rateOn(day) ?? []);
    const rates = daily.map(({ rate }) => Number(rate));
    const mixed = mixedUnitIn(pair, rates, (at) => daily[at]?.date ?? '');
    if (mixed) return { mixed };
    const mean = basis.isOfPublished ? meanOfPublished(daily) : meanOfDaily(daily);
    return mean && { ...mean, origin: { ...mean.origin, of }, date: basis.period.name };
  }
  for (const day of days) {
    const found = rateOn(day);
    if (found) return found;
  }
  return undefined;
}

/** Leaves out what no number can hold. */
function meanOfDaily(all: readonly FoundRate[]): Omit<FoundRate, 'date'> | undefined {
  const daily = all.filter(({ rate }) => isRate(Number(rate)));
  if (daily.length === 0) return undefined;

  const mean = meanOf(daily.map(({ rate }) => Number(rate)));
  return { rate: plain(mean), of: undefined, origin: originOf(daily) };
}

/** As ministries do: the published rates have a mean, rounded like them, and only then are they divided. */
function meanOfPublished(daily: readonly FoundRate[]): Omit<FoundRate, 'date'> | undefined {
  if (daily.length === 0) return undefined;

  const origin = originOf(daily);
  const dividend = roundedMean(daily.map(({ rate, of }) => of?.dividend ?? rate));
  if (!origin.derived) return { rate: dividend, of: undefined, origin };
  const divisor = roundedMean(daily.map(({ of }) => of?.divisor ?? '1'));
  return { ...derivedRate(dividend, divisor), origin };
}

function originOf(daily: readonly FoundRate[]): RateOrigin {
  const origins = daily.map(({ origin }) => origin);
  const files = new Set(origins.flatMap((origin) => origin.files ?? []));
  return {
    days: origins.flatMap(({ days }) => days),
    derived: origins.some(({ derived }) => derived),
    files: files.size > 0 ? [...files] : undefined,
  };
}

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
