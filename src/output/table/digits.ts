import type { Code } from '../../currencies/code.ts';
import { plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';

export type RateText = (rate: number) => string;

const digits = 6;

export const means = `means to ${digits} digits`;

export const digitsHere = `${digits} digits here, 10 in csv and json`;

/** To 6 significant digits, half away from zero; what stands before the point is never rounded away. */
export function rounded(rate: number): string {
  if (Number.isInteger(rate) || !Number.isFinite(rate)) return plain(rate);
  const [mantissa, exponent] = rate.toExponential().split('e');
  const decimals = Math.max(0, digits - 1 - Number(exponent));
  // the point is moved in the text, as a product in doubles could cross a tie
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`));
  return plain(Number(`${scaled}e-${decimals}`));
}

/** For rates of this currency: published ones are never cut. */
export function rateText(code: Code, { inverted, derivedFrom }: Document): RateText {
  const isDerived = derivedFrom !== undefined && !(inverted && code === derivedFrom);
  return isDerived ? rounded : plain;
}

/** For its rates, or where the rows are periods, for the figure taken of each. */
export function figureText(code: Code, document: Document): RateText {
  const { kind } = document;
  return kind.of === 'periods' && kind.take === 'mean' ? rounded : rateText(code, document);
}
