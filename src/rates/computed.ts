import { plain } from './decimal.ts';

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
