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
  const exactly = () => unsignedZero(new Big(amount).times(rate).toFixed(decimals, Big.roundHalfUp));
  return productInDoubles(amount, rate, decimals) ?? exactly();
}

/** Longer numbers could leave the range in which all doubles have as many digits. */
const longestInDoubles = 40;

const powersOfTen = Array.from({ length: 21 }, (_, exponent) => 10 ** exponent);

interface Sureness {
  /** How far from a tie a product has to be, as a part of itself. */
  readonly fromTie: number;
  /** In units of its last digit. */
  readonly below: number;
}

/** Four steps, each exact but for half of a double's last bit; twice the bound of their sum. */
const bySteps: Sureness = { fromTie: 4 * Number.EPSILON, below: Number.POSITIVE_INFINITY };

/** Decimals take ten times as long. Undefined if doubles are too near a tie to tell the last digit. */
export function productInDoubles(
  amount: Amount,
  rate: string,
  decimals: number,
  { fromTie, below } = bySteps,
): string | undefined {
  if (amount.length > longestInDoubles || rate.length > longestInDoubles) return undefined;

  const found = Number(amount) * Number(rate);
  const units = Math.abs(found) * (powersOfTen[decimals] ?? 10 ** decimals);
  const away = Math.abs(units - Math.floor(units) - 0.5);
  return units < below && away > units * fromTie ? unsignedZero(found.toFixed(decimals)) : undefined;
}

export const timesExactly = (one: string, other: string): string => new Big(one).times(other).toFixed();

/** Rounded once, half away from zero, to the most decimals that one of them has. */
export function roundedMean(rates: readonly string[]): string {
  const Decimal = Big();
  const all = rates.map((rate) => new Decimal(rate));
  // of a number with an exponent, decimals begin that far behind the point
  Decimal.DP = Math.max(0, ...all.map(({ c, e }) => c.length - 1 - e));
  const sum = all.reduce((total, rate) => total.plus(rate));
  return sum.div(all.length).toFixed();
}

/** Of the amount and the exact quotient of two rates, rounded once, half away from zero. */
export function exactProduct(amount: Amount, dividend: string, divisor: string, decimals: number): string {
  const Decimal = Big();
  Decimal.DP = decimals;
  return unsignedZero(new Decimal(amount).times(dividend).div(divisor).toFixed(decimals));
}

const unsignedZero = (text: string) => (text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text);
