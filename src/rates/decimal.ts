import Big from 'big.js';
import type { Amount } from './amount.ts';

/** Without an exponent. */
export function plain(number: number): string {
  // not String for all: V8 would remember each text, which costs long outputs a tenth of their time and 12 MB
  const text = Number.isFinite(number) ? JSON.stringify(number) : String(number);
  const at = text.indexOf('e');
  if (at < 0) return text;

  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length, at).split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(text.slice(at + 1));
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** As spreadsheets show and save numbers: `0.3` for 0.1 + 0.2. */
export function fifteenDigits(number: number): string {
  const text = plain(number);
  return text.length <= 15 ? text : plain(Number(number.toPrecision(15)));
}

export const decimalMarks = ['point', 'comma'] as const;

export type DecimalMark = (typeof decimalMarks)[number];

export function withMark(decimal: string, mark: DecimalMark | undefined): string {
  return mark === 'comma' ? decimal.replace('.', ',') : decimal;
}

/** `1,234.50`, or `1.234,50` */
export function inGroups(decimal: string, mark: DecimalMark): string {
  const [whole = '', ...fraction] = decimal.split('.');
  const inEnglish = mark === 'point';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, inEnglish ? ',' : '.');
  return [grouped, ...fraction].join(inEnglish ? '.' : ',');
}

export function withDecimals(decimal: string, decimals: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const padded = fraction.padEnd(decimals, '0');
  return padded ? `${whole}.${padded}` : whole;
}

export const computedDigits = 10;

/** Of two rates as they are printed; rounded once, half away from zero, to 10 digits. */
export function quotientOf(dividend: number, divisor: number): number {
  return rounded(dividend / divisor, 3) ?? exactQuotient([dividend], divisor);
}

/** Of one rate or more, as they are printed; rounded once, half away from zero, to 10 digits. */
export function meanOf(rates: readonly number[]): number {
  return rounded(averageOf(rates), rates.length + 2) ?? exactQuotient(rates, rates.length);
}

/** In doubles: for pictures and comparisons. */
export function averageOf(rates: readonly number[]): number {
  let sum = 0;
  for (const rate of rates) sum += rate;
  return sum / rates.length;
}

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

/** Each times the same power of ten. A library for decimals would be loaded by every run that reads days. */
function wholes(numbers: readonly number[]): bigint[] {
  const parts = numbers.map((number) => plain(number).split('.'));
  const decimals = Math.max(...parts.map(([, fraction = '']) => fraction.length));
  return parts.map(([whole = '', fraction = '']) => BigInt(whole + fraction.padEnd(decimals, '0')));
}

/** The sum of the dividends, divided. Infinity where no number holds it, 0 where it is nearer to nothing. */
function exactQuotient(dividends: readonly number[], by: number): number {
  const [divisor = 1n, ...parts] = wholes([by, ...dividends]);
  const dividend = parts.reduce((sum, part) => sum + part);

  const shift = Math.max(0, computedDigits + lengthOf(divisor) - lengthOf(dividend) + 1);
  const digits = (dividend * 10n ** BigInt(shift)) / divisor;
  const unit = 10n ** BigInt(Math.max(1, lengthOf(digits) - computedDigits));
  // what the division has cut off is less than its last digit, and no tie is decided by it
  const nearest = ((digits + unit / 2n) / unit) * unit;
  return Number(`${nearest}e${-shift}`);
}

const lengthOf = (digits: bigint) => digits.toString().length;

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
