import Big from 'big.js';

export const { roundUp } = Big;

/** Without an exponent. */
export function plain(number: number): string {
  // twice as fast as String
  const text = JSON.stringify(number);
  return text.includes('e') ? new Big(text).toFixed() : text;
}

/** As spreadsheets show and save numbers: `0.3` for 0.1 + 0.2. */
export const fifteenDigits = (number: number): string => plain(Number(number.toPrecision(15)));

export const decimalMarks = ['point', 'comma'] as const;

export type DecimalMark = (typeof decimalMarks)[number];

export function withMark(decimal: string, mark: DecimalMark | undefined): string {
  return mark === 'comma' ? decimal.replace('.', ',') : decimal;
}

/** `1,234.50`, or `1.234,50` */
export function inGroups(decimal: string, mark: DecimalMark): string {
  const [whole = '', ...fraction] = decimal.split('.');
  const [group, point] = mark === 'point' ? [',', '.'] : ['.', ','];
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...fraction].join(point);
}

/** With at least this number of decimals. */
export function withDecimals(decimal: string, decimals: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return padded ? `${whole}.${padded}` : whole;
}

/** Significant digits of computed rates. */
export const computedDigits = 10;

/** Of two rates as they are printed; rounded once, half away from zero, to 10 digits. */
export function quotientOf(dividend: number, divisor: number): number {
  return roundedIfSure(dividend / divisor, 3) ?? Number(quotient(dividend, divisor));
}

/** Of one rate or more, as they are printed; rounded once, half away from zero, to 10 digits. */
export function meanOf(rates: readonly number[]): number {
  const rounded = roundedIfSure(averageOf(rates), rates.length + 2);
  return rounded ?? Number(quotient(sumOf(rates), rates.length));
}

/** In doubles: for pictures and comparisons. */
export function averageOf(rates: readonly number[]): number {
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/**
 * Doubles tell the last of 10 digits unless they are too near a tie; decimals cost a hundred times as much.
 * @param steps each was exact but for half of a double's last bit
 * @returns undefined if the steps may have crossed a tie
 */
function roundedIfSure(number: number, steps: number): number | undefined {
  const power = 10 ** (computedDigits - 1 - Math.floor(Math.log10(number)));
  // only these powers of ten are exact
  if (!(power >= 1 && power <= 1e22)) return undefined;

  const scaled = number * power;
  const fromTie = Math.abs((scaled % 1) - 0.5);
  // the step of scaling is added; twice the bound of their sum
  return fromTie > scaled * (steps + 1) * Number.EPSILON ? Math.round(scaled) / power : undefined;
}

/** Rounded once, half away from zero if not otherwise, to significant digits; no number may be negative. */
export function quotient(
  dividend: Big.BigSource,
  divisor: Big.BigSource,
  digits = computedDigits,
  rounding: Big.RoundingMode = Big.roundHalfUp,
): string {
  const Decimal = Big();
  const a = new Decimal(dividend);
  const b = new Decimal(divisor);
  // behind more digits than are asked for: cut off, or rounded the same way, and so not rounded twice
  Decimal.RM = rounding === roundUp ? roundUp : Big.roundDown;
  Decimal.DP = Math.max(0, digits + 1 + b.e - a.e);
  return a.div(b).prec(digits, rounding).toFixed();
}

const sumOf = (all: readonly Big.BigSource[]) =>
  all.reduce<Big>((total, each) => total.plus(each), new Big(0));

/** Rounded once, half away from zero, to this many decimals. */
export function product(amount: string, rate: string, decimals: number): string {
  return productInDoubles(amount, rate, decimals) ?? exactProduct(amount, rate, '1', decimals);
}

/** Longer numbers could leave the range in which all doubles have as many digits. */
const longestInDoubles = 40;

/**
 * The product, and that of any rate with the same first 10 digits. Decimals take ten times as long.
 * @returns undefined if it has more than 8 digits, or is too near a tie to tell the last one
 */
export function productInDoubles(amount: string, rate: string, decimals: number): string | undefined {
  if (amount.length > longestInDoubles || rate.length > longestInDoubles) return undefined;
  const result = Number(amount) * Number(rate);
  const units = Math.abs(result) * 10 ** decimals;
  const fromTie = Math.abs((units % 1) - 0.5);
  return units < 99_999_999 && fromTie > units * 1e-9 ? unsignedZero(result.toFixed(decimals)) : undefined;
}

/** Of the amount and the exact quotient of two rates, rounded once, half away from zero. */
export function exactProduct(amount: string, dividend: string, divisor: string, decimals: number): string {
  const Decimal = Big();
  Decimal.DP = decimals;
  return unsignedZero(new Decimal(amount).times(dividend).div(divisor).toFixed(decimals));
}

/** @param other `1e2` moves the point by two places */
export const timesExactly = (one: string, other: string): string => new Big(one).times(other).toFixed();

/** Files of banks lack zeros at the end: all rates of ISK, published with two decimals, have one or none. */
const leastDecimals = 2;

/** Rounded once, half away from zero, to the most decimals that one of them has. */
export function roundedMean(rates: readonly string[]): string {
  const Decimal = Big();
  // of a number with an exponent, decimals begin that far behind the point
  const decimals = rates.map((rate) => new Big(rate)).map(({ c, e }) => c.length - 1 - e);
  Decimal.DP = Math.max(leastDecimals, ...decimals);
  return new Decimal(sumOf(rates)).div(rates.length).toFixed();
}

const unsignedZero = (text: string) => (text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text);
