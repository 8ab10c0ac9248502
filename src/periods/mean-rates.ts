import type { Day } from '../calendar/day.ts';
import { roundedMean } from '../rates/arithmetic.ts';
import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import { isRate } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import { mixedUnitIn } from '../rates/ended-currencies.ts';
import type { PublishedPair } from '../rates/fixed-rates.ts';
import { atFixedRates, derivedRate, type PairRate } from '../rates/pair-rate.ts';
import type { RateBasis } from './rate-rules.ts';
import type { RateOrigin } from './receipt.ts';

export interface FoundRate extends PairRate {
  /** The name of the day or period. */
  readonly date: string;
  readonly origin: RateOrigin;
}

interface Place {
  /** Where it is not the day. */
  readonly date: string;
  readonly files: readonly string[];
}

export const foundOn = (day: Day, { rate, of }: PairRate, place?: Place): FoundRate => ({
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
