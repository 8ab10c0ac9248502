import Big from 'big.js';
import type { Amount } from './amount.ts';
import { plain } from './decimal.ts';

/** Significant digits of what is computed from rates. */
export const computedDigits = 10;

/** Of two rates as they are printed, rounded once, half away from zero, to 10 digits. */
export function quotientOf(dividend: number, divisor: number): number {
  return rounded(dividend / divisor, 3) ?? Number(quotient(plain(dividend), plain(divisor), computedDigits));
}

/** Of at least one rate, as they are printed, rounded once, half away from zero, to 10 digits. */
export function meanOf(rates: readonly number[]): number {
  return rounded(averageOf(rates), rates.length + 2) ?? decimalMean(rates);
}

/** In doubles: for pictures and comparisons. */
export function averageOf(rates: readonly number[]): number {
  let sum = 0;
  for (const rate of rates) sum += rate;
  return sum / rates.length;
}

/** Those that a double holds exactly. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Decimals cost a hundred times as much as doubles, which tell the last digit unless they are too near a tie.
 * @param steps each was exact but for half of a double's last bit
 * @returns undefined if the steps may have crossed a tie
 */
function rounded(number: number, steps: number): number | undefined {
  const shift = computedDigits - 1 - Math.floor(Math.log10(number));
  const power = powersOfTen[Math.abs(shift)];
  if (power === undefined) return undefined;
  const scaled = shift < 0 ? number / power : number * power;
  const fromTie = Math.abs(scaled - Math.floor(scaled) - 0.5);
  // the step of scaling comes on top; twice the bound of their sum
  if (fromTie <= scaled * (steps + 1) * Number.EPSILON) return undefined;
  const digits = Math.round(scaled);
  return shift < 0 ? digits * power : digits / power;
}

function decimalMean(rates: readonly number[]): number {
  const sum = rates.reduce((sum, rate) => sum.plus(rate), new Big(0));
  return Number(quotient(sum.toFixed(), String(rates.length), computedDigits));
}

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

/** Of the amount and the exact quotient of two rates, rounded once, half away from zero. */
export function exactProduct(amount: Amount, dividend: string, divisor: string, decimals: number): string {
  const Decimal = Big();
  Decimal.DP = decimals;
  return unsignedZero(new Decimal(amount).times(dividend).div(divisor).toFixed(decimals));
}

const unsignedZero = (text: string) => (/[1-9]/.test(text) ? text : text.replace('-', ''));
