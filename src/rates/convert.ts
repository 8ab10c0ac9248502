import type { Amount } from './amount.ts';
import { product } from './arithmetic.ts';
import type { Code } from './code.ts';
import type { DayRates } from './day-rates.ts';
import { withDecimals } from './decimal.ts';
import { decimalsOf } from './minor-units.ts';
import { type PairRate, pairRate, rateBesideResult, rateForAmount } from './pair-rate.ts';

export interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise as published, 1 for the same currency, or a mean. */
  readonly derived: boolean;
}

export interface Conversion {
  readonly date: string;
  readonly from: Code;
  readonly amount: string;
  readonly to: Code;
  readonly rate: PrintedRate;
  /** Undefined if `to` has a rate of 0. */
  readonly back: PrintedRate | undefined;
  readonly converted: string;
}

const usualDecimals = 6;

/** Decimals of the result; undefined: those of its currency. */
export type Decimals = number | undefined;

/** Undefined if the day lacks a currency, or `from` has a rate of 0. */
export function convert(
  day: DayRates,
  amount: Amount,
  from: Code,
  to: Code,
  decimals?: Decimals,
): Conversion | undefined {
  const there = pairRate(day, from, to);
  return there && conversionOf(day.day, there, pairRate(day, to, from), amount, from, to, decimals);
}

export function conversionOf(
  date: string,
  there: PairRate,
  back: PairRate | undefined,
  amount: Amount,
  from: Code,
  to: Code,
  decimals: Decimals = decimalsIn(to),
): Conversion {
  const rate = rateForAmount(there, amount, decimals);
  const converted = product(amount, rate, decimals);
  return {
    date,
    rate: { rate, derived: there.of !== undefined },
    back: back && { rate: rateBesideResult(back, converted), derived: back.of !== undefined },
    from,
    amount: withDecimals(amount, decimalsOf(from) ?? 0),
    to,
    converted,
  };
}

export const decimalsIn = (code: Code): number => decimalsOf(code) ?? usualDecimals;
