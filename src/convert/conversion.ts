import type { FoundRate } from '../periods/mean-rates.ts';
import type { RateOrigin } from '../periods/receipt.ts';
import type { Amount } from '../rates/amount.ts';
import { withDecimals } from '../rates/decimal.ts';
import { decimalsOf } from '../rates/minor-units.ts';
import { amountAt, inUnits, type PairRate, rateBesideResult } from '../rates/pair-rate.ts';
import { isHundredth, type Unit } from '../rates/units.ts';

export interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise published, a mean, within one currency, or the hundredth of such. */
  readonly derived: boolean;
}

export interface Conversion extends RateOrigin {
  /** The name of the day or period. */
  readonly date: string;
  /** `2026-11-21T22:00:17Z`; undefined for a mean, or if it is not known. */
  readonly published: string | undefined;
  readonly from: Unit;
  readonly amount: Amount;
  readonly to: Unit;
  readonly rate: PrintedRate;
  readonly back: PrintedRate | undefined;
  readonly converted: string;
}

interface Converting {
  readonly amount: Amount;
  readonly from: Unit;
  readonly to: Unit;
  /** The rate of the currencies. */
  readonly there: FoundRate;
  /** That of the way back. */
  readonly back: PairRate | undefined;
  readonly published?: string | undefined;
  readonly digits?: Decimals;
}

/** Decimals of the result; undefined: those of its currency. */
export type Decimals = number | undefined;

const usualDecimals = 6;

export function conversionOf({ amount, from, to, there, back, published, digits }: Converting): Conversion {
  const { rate, converted } = amountAt(inUnits(there, from, to), amount, digits ?? decimalsIn(to));
  const inverse = back && inUnits(back, to, from);
  return {
    ...there.origin,
    date: there.date,
    published,
    from,
    amount: withDecimals(amount, minorDecimals(from) ?? 0),
    to,
    rate: { rate, derived: there.of !== undefined },
    back: inverse && { rate: rateBesideResult(inverse, converted), derived: inverse.of !== undefined },
    converted,
  };
}

export const decimalsIn = (unit: Unit): number => minorDecimals(unit) ?? usualDecimals;

/** Pence are quoted to the hundredth. */
const minorDecimals = (unit: Unit) => (isHundredth(unit) ? 2 : decimalsOf(unit.code));
