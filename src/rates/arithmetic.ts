import Big from 'big.js';
import type { Amount } from './amount.ts';

/** Rounded once, half up, to this many significant digits; no number may be negative. */
export function quotient(dividend: string, divisor: string, digits: number): string {
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

/** Rounded once, half away from zero, to this many decimals. */
export function product(amount: Amount, rate: string, decimals: number): string {
  return unsignedZero(new Big(amount).times(rate).toFixed(decimals, Big.roundHalfUp));
}

export const timesExactly = (one: string, other: string): string => new Big(one).times(other).toFixed();

/** Of the amount and the exact quotient of two rates, rounded once, half away from zero. */
export function exactProduct(amount: Amount, dividend: string, divisor: string, decimals: number): string {
  const Decimal = Big();
  Decimal.DP = decimals;
  return unsignedZero(new Decimal(amount).times(dividend).div(divisor).toFixed(decimals));
}

const unsignedZero = (text: string) => (/[1-9]/.test(text) ? text : text.replace('-', ''));
