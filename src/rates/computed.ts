export const computedDigits = 10;

/** Of two rates as they are printed, rounded once, half away from zero, to 10 digits. */
export function quotientOf(dividend: number, divisor: number): number {
  return rounded(dividend / divisor, 3) ?? exactQuotient(decimalOf(dividend), decimalOf(divisor));
}

/** Of at least one rate, as they are printed, rounded once, half away from zero, to 10 digits. */
export function meanOf(rates: readonly number[]): number {
  return rounded(averageOf(rates), rates.length + 2) ?? exactQuotient(sumOf(rates), decimalOf(rates.length));
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

/** Digits times ten to the exponent. A library for decimals would have to be loaded by every run that reads days. */
interface ExactDecimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(number: number): ExactDecimal {
  const [text = '', exponent] = number.toExponential().split('e');
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function sumOf(rates: readonly number[]): ExactDecimal {
  const decimals = rates.map(decimalOf);
  const exponent = Math.min(...decimals.map((each) => each.exponent));
  const digits = decimals.reduce((sum, each) => sum + each.digits * 10n ** BigInt(each.exponent - exponent), 0n);
  return { digits, exponent };
}

/** Infinity where no number holds it, 0 where it is nearer to nothing. */
function exactQuotient(dividend: ExactDecimal, divisor: ExactDecimal): number {
  const shift = Math.max(0, computedDigits + lengthOf(divisor.digits) - lengthOf(dividend.digits) + 1);
  const digits = (dividend.digits * 10n ** BigInt(shift)) / divisor.digits;
  const surplus = Math.max(1, lengthOf(digits) - computedDigits);
  const unit = 10n ** BigInt(surplus);
  // what the division has cut off is less than its last digit, and no tie is decided by it
  const nearest = (digits + unit / 2n) / unit;
  return Number(`${nearest}e${surplus - shift + dividend.exponent - divisor.exponent}`);
}

const lengthOf = (digits: bigint) => digits.toString().length;
