import { decimalsOf } from '../currencies/names.ts';
import { isHundredth, type Unit } from '../currencies/units.ts';
import type { Amount } from './amount.ts';
import { amountAt, inUnits, type PairRate, rateBesideResult } from './cross.ts';
import { withDecimals } from './decimal.ts';
import type { FoundRate } from './found-rate.ts';
import type { RateOrigin } from './receipt.ts';

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
  /** No amount was given: `converted` is the rate, with all its digits. */
  readonly isRate: boolean;
}

interface ConversionInput {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
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

export function conversionOf({
  amount,
  from,
  to,
  there,
  back,
  published,
  digits,
}: ConversionInput): Conversion {
  const pair = inUnits(there, from, to);
  const isRate = amount === undefined && digits === undefined;
  const { rate, converted } = isRate
    ? { rate: pair.rate, converted: pair.rate }
    : amountAt(pair, amount ?? '1', digits ?? decimalsIn(to));
  const inverse = back && inUnits(back, to, from);
  return {
    ...there.origin,
    date: there.date,
    published,
    from,
    amount: amount === undefined ? '1' : withDecimals(amount, minorDecimals(from) ?? 0),
    to,
    rate: { rate, derived: there.of !== undefined },
    back: inverse && {
      rate: isRate ? inverse.rate : rateBesideResult(inverse, converted),
      derived: inverse.of !== undefined,
    },
    converted,
    isRate,
  };
}

export const decimalsIn = (unit: Unit): number => minorDecimals(unit) ?? usualDecimals;

/** Pence are quoted to the hundredth. */
const minorDecimals = (unit: Unit) => (isHundredth(unit) ? 2 : decimalsOf(unit.code));
