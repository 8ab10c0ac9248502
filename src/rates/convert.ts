import Big from 'big.js';
import { type Amount, digitsIn, withDecimals } from './amount.ts';
import type { Code } from './code.ts';
import { decimalsOf } from './currencies.ts';
import { type DayRates, rateIn } from './day-rates.ts';
import { plain } from './decimal.ts';

export interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise as published, 1 for the same currency, or a mean. */
  readonly derived: boolean;
}

/** All numbers as they are printed. */
export interface Conversion {
  /** A day, or the period of a mean: `2024-01`. */
  readonly date: string;
  readonly from: Code;
  readonly amount: string;
  readonly to: Code;
  readonly rate: PrintedRate;
  /** Undefined if `to` has a rate of 0. */
  readonly back: PrintedRate | undefined;
  readonly converted: string;
}

/** For currencies without a minor unit. */
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
  const digits = rateDigits(amount);
  const rate = printedRate(day, from, to, digits);
  const back = printedRate(day, to, from, digits);
  return rate && conversionAt({ date: day.day, rate, back }, amount, from, to, decimals);
}

export function conversionAt(
  rates: Pick<Conversion, 'date' | 'rate' | 'back'>,
  amount: Amount,
  from: Code,
  to: Code,
  decimals: Decimals = decimalsIn(to),
): Conversion {
  return {
    ...rates,
    from,
    amount: withDecimals(amount, decimalsOf(from) ?? 0),
    to,
    converted: convertedAt(rates.rate.rate, amount, decimals),
  };
}

/** Significant digits of a derived rate, enough for the digits of the amount. */
export function rateDigits(amount: Amount): number {
  return Math.min(15, Math.max(10, digitsIn(amount) + 2));
}

/** Undefined if the day lacks a currency, or `from` has a rate of 0. */
export function printedRate(day: DayRates, from: Code, to: Code, digits: number): PrintedRate | undefined {
  const [one, other] = [rateIn(day, from), rateIn(day, to)];
  if (!one || other === undefined) return undefined;
  if (from === to) return { rate: '1', derived: false };
  if (from === day.base) return { rate: plain(other), derived: false };
  return { rate: quotient(plain(other), plain(one), digits), derived: true };
}

/** Rounded once, half up, to this many significant digits; no number may be negative. */
function quotient(dividend: string, divisor: string, digits: number): string {
  const Decimal = Big();
  Decimal.DP = digits - 1;
  const [a, b] = [new Decimal(dividend), new Decimal(divisor)];
  let exponent = a.e - b.e;
  // scaled to a quotient between 1 and 10, so that decimals are significant digits
  [a.e, b.e] = [0, 0];
  if (a.lt(b)) {
    a.e = 1;
    exponent--;
  }
  const result = a.div(b);
  if (!result.eq(0)) result.e += exponent;
  return result.toFixed();
}

/** Of a result in this currency. */
export const decimalsIn = (code: Code): number => decimalsOf(code) ?? usualDecimals;

/** Rounded once, half away from zero. */
export function convertedAt(rate: string, amount: Amount, decimals: number): string {
  const text = new Big(amount).times(rate).toFixed(decimals, Big.roundHalfUp);
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}
