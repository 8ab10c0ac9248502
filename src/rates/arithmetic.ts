import Big from 'big.js';
import type { Amount } from './amount.ts';

const roundings = { 'half up': Big.roundHalfUp, up: Big.roundUp, down: Big.roundDown } as const;

interface Rounded {
  /** Significant ones. */
  readonly digits: number;
  readonly rounding?: keyof typeof roundings;
}

/** Rounded once; no number may be negative. */
export function quotient(
  dividend: string,
  divisor: string,
  { digits, rounding = 'half up' }: Rounded,
): string {
  const Decimal = Big();
  const a = new Decimal(dividend);
  const b = new Decimal(divisor);
  // behind more digits than are asked for: cut off, or rounded the same way, and so not rounded twice
  Decimal.RM = rounding === 'up' ? Big.roundUp : Big.roundDown;
  Decimal.DP = Math.max(0, digits + 1 + b.e - a.e);
  return a.div(b).prec(digits, roundings[rounding]).toFixed();
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
