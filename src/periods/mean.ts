import { round } from '../rates/decimal.ts';

const meanDigits = 10;

/** Of at least one rate, to 10 significant digits. */
export function meanOf(rates: readonly number[]): number {
  return round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length, meanDigits);
}
