import type { Amount } from './amount.ts';
import { product } from './arithmetic.ts';
import type { Code } from './code.ts';
import { withDecimals } from './decimal.ts';
import { decimalsOf } from './minor-units.ts';
import { type PairRate, rateBesideResult, rateForAmount } from './pair-rate.ts';

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

export function conversionOf(
  there: PairRate & Pick<Conversion, 'date'>,
  back: PairRate | undefined,
  amount: Amount,
  from: Code,
  to: Code,
  decimals: Decimals = decimalsIn(to),
): Conversion {
  const rate = rateForAmount(there, amount, decimals);
  const converted = product(amount, rate, decimals);
  return {
    date: there.date,
    rate: { rate, derived: there.of !== undefined },
    back: back && { rate: rateBesideResult(back, converted), derived: back.of !== undefined },
    from,
    amount: withDecimals(amount, decimalsOf(from) ?? 0),
    to,
    converted,
  };
}

export const decimalsIn = (code: Code): number => decimalsOf(code) ?? usualDecimals;
