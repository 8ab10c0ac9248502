import type { Code, Unit } from '../currencies/code.ts';
import type { PublishedPair } from '../currencies/replaced.ts';
import { type Amount, digitsIn } from './amount.ts';
import { type DayRates, isRate, pivotCode, rateIn } from './day-rates.ts';
import {
  computedDigits,
  exactProduct,
  plain,
  product,
  productInDoubles,
  quotient,
  quotientOf,
  roundUp,
  timesExactly,
} from './decimal.ts';

interface Quotient {
  readonly dividend: string;
  readonly divisor: string;
}

export interface PairRate {
  /** With the digits of any derived rate, if it is one. */
  readonly rate: string;
  /** The quotient of a derived rate; others are as published, 1 for the same currency, or a mean. */
  readonly exact?: Quotient | undefined;
}

/** Whichever way round the day has them. Undefined if it lacks one. */
export function pairRate(day: DayRates, from: Code, to: Code): PairRate | undefined {
  const [upper, lower] = 'base' in day ? [to, from] : [from, to];
  const rate = rateIn(day, upper);
  const per = rateIn(day, lower);
  if (per === undefined || rate === undefined) return undefined;

  if (from === to) return { rate: '1' };
  if (lower === pivotCode(day)) return { rate: plain(rate) };
  const derived = quotientOf(rate, per);
  // the digits that a number near 0 lacks are those of the decimals
  const isPrecise = derived > 1e-300 && isRate(derived);
  return derivedRate(plain(rate), plain(per), isPrecise ? plain(derived) : undefined);
}

export function derivedRate(dividend: string, divisor: string, rate = quotient(dividend, divisor)): PairRate {
  return { rate, exact: { dividend, divisor } };
}

/** The rate of a pair, exactly. @param pair that of its published one */
export function atFixedRates(
  { rate, exact }: PairRate,
  { from, to, perFrom, perTo }: PublishedPair,
): PairRate {
  const dividend = timesExactly(exact?.dividend ?? rate, perTo);
  const divisor = timesExactly(exact?.divisor ?? '1', perFrom);
  return from === to && perFrom === '1' ? { rate: dividend } : derivedRate(dividend, divisor);
}

/** The rate of one unit in another, exactly. @param rate that of their currencies */
export function rateInUnits(rate: string, from: Unit, to: Unit): string {
  if (from.inOne === to.inOne) return rate;
  return timesExactly(rate, to.inOne === 1 ? '0.01' : '100');
}

/** Of a rate that has been derived or published, the digits stay the same. */
export function inUnits<Rate extends PairRate>(pair: Rate, from: Unit, to: Unit): Rate {
  if (from.inOne === to.inOne) return pair;
  const { rate, exact } = pair;
  const inUnit = exact && { ...exact, dividend: rateInUnits(exact.dividend, from, to) };
  return { ...pair, rate: rateInUnits(rate, from, to), exact: inUnit };
}

const mostDigits = 28;

/** The result, and the rate with as many digits as it needs. @param pair of the units */
export function amountAt(pair: PairRate, amount: Amount, decimals: number) {
  const converted = productInDoubles(amount, pair.rate, decimals);
  if (converted !== undefined) return { rate: pair.rate, converted };
  const rate = rateForAmount(pair, amount, decimals);
  return { rate, converted: product(amount, rate, decimals) };
}

/** With as many digits as the result needs to be that of the exact quotient. */
export function rateForAmount({ rate, exact }: PairRate, amount: Amount, decimals: number): string {
  if (!exact) return rate;
  const { dividend, divisor } = exact;
  const result = exactProduct(amount, dividend, divisor, decimals);
  const least = digitsBeside(result);
  for (let digits = least; digits <= mostDigits; digits++) {
    const longer = quotient(dividend, divisor, digits);
    if (product(amount, longer, decimals) === result) return longer;
  }
  // at a tie: 4.5 times 0.3333333334 is over 1.5
  const above = quotient(dividend, divisor, least, roundUp);
  const isAbove = product(amount, above, decimals) === result;
  return isAbove ? above : quotient(dividend, divisor, mostDigits);
}

/** With as many digits as go with a result: that of the way there. */
export function rateBesideResult({ rate, exact }: PairRate, result: string): string {
  return exact ? quotient(exact.dividend, exact.divisor, digitsBeside(result)) : rate;
}

/** Two more than the result has. */
function digitsBeside(result: string) {
  return Math.min(mostDigits, Math.max(computedDigits, digitsIn(result) + 2));
}
