import type { Day } from '../calendar/day.ts';
import { meanOf } from '../rates/computed.ts';
import { plain } from '../rates/decimal.ts';
import type { PairRate } from '../rates/pair-rate.ts';
import type { Source } from './rate-rules.ts';
import type { Origin } from './receipt.ts';

export interface FoundRate extends PairRate {
  /** The name of the day or period. */
  readonly date: string;
  readonly origin: Origin;
}

export const foundOn = (day: Day, pair: PairRate | undefined, date: string = day): FoundRate | undefined =>
  pair && { rate: pair.rate, of: pair.of, date, origin: { days: [day], derived: pair.of !== undefined } };

const itself: Origin = { days: [], derived: false };

/** Of a currency in itself. */
export const foundInItself = (date: string): FoundRate => ({ rate: '1', of: undefined, date, origin: itself });

/** Of a mean, from all days that have a rate; otherwise the first rate that there is. */
export function rateFrom<T>(
  source: Source | undefined,
  days: readonly T[],
  rateOn: (day: T) => FoundRate | undefined,
): FoundRate | undefined {
  if (source?.of === 'mean') {
    const mean = meanOfDaily(days.flatMap((day) => rateOn(day) ?? []));
    return mean && { ...mean, date: source.period.name };
  }
  for (const day of days) {
    const found = rateOn(day);
    if (found) return found;
  }
  return undefined;
}

/** Without a rate that no number holds. */
function meanOfDaily(all: readonly FoundRate[]): Omit<FoundRate, 'date'> | undefined {
  const daily = all.filter(({ rate }) => Number.isFinite(Number(rate)));
  if (daily.length === 0) return undefined;
  const days = daily.flatMap(({ origin }) => origin.days);
  const derived = daily.some(({ origin }) => origin.derived);
  return { rate: plain(meanOf(daily.map(({ rate }) => Number(rate)))), of: undefined, origin: { days, derived } };
}
