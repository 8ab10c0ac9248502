import type { Amount } from './amount.ts';
import { product } from './arithmetic.ts';
import { withDecimals } from './decimal.ts';
import { decimalsOf } from './minor-units.ts';
import { inUnits, type PairRate, rateBesideResult, rateForAmount } from './pair-rate.ts';
import { isHundredth, type Unit } from './units.ts';

export interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise as published, a mean, or within one currency, or the hundredth of such. */
  readonly derived: boolean;
}

export interface Conversion {
  readonly date: string;
  readonly from: Unit;
  readonly amount: string;
  readonly to: Unit;
  readonly rate: PrintedRate;
  /** Undefined if `to` has a rate of 0. */
  readonly back: PrintedRate | undefined;
  readonly converted: string;
}

const usualDecimals = 6;

/** Decimals of the result; undefined: those of its currency. */
export type Decimals = number | undefined;

/** @param there the rate of the currencies, and `back` that of the way back */
export function conversionOf(
  there: PairRate & Pick<Conversion, 'date'>,
  back: PairRate | undefined,
  amount: Amount,
  from: Unit,
  to: Unit,
  decimals: Decimals = decimalsIn(to),
): Conversion {
  const rate = rateForAmount(inUnits(there, from, to), amount, decimals);
  const inverse = back && inUnits(back, to, from);
  const converted = product(amount, rate, decimals);
  return {
    date: there.date,
    rate: { rate, derived: there.of !== undefined },
    back: inverse && { rate: rateBesideResult(inverse, converted), derived: inverse.of !== undefined },
    from,
    amount: withDecimals(amount, minorDecimals(from) ?? 0),
    to,
    converted,
  };
}

export const decimalsIn = (unit: Unit): number => minorDecimals(unit) ?? usualDecimals;

/** Pence are quoted to the hundredth. */
const minorDecimals = (unit: Unit) => (isHundredth(unit) ? 2 : decimalsOf(unit.code));
