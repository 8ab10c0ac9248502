import type { Code } from '../../currencies/code.ts';
import { type DayRates, isProvisional, notOver, provisionalLine } from '../../rates/day-rates.ts';
import { plain, quotient } from '../../rates/decimal.ts';
import { firstFew, wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { styledLines } from './columns.ts';

/** Below a table, of any length; others than text are left out. */
export function noteLines(
  notes: readonly (string | false | undefined)[],
  { width, chalk }: Document,
): string[] {
  const lines = notes.flatMap((note) => (note ? wrap(note, width) : []));
  return styledLines(lines, chalk, 'quiet');
}

const digits = 6;

export const means = `means to ${digits} digits`;

export const digitsInTables = `${digits} digits here, 10 in csv and json`;

/** To 6 significant digits, half away from zero; digits before the point are never rounded away. */
export const rounded = (rate: number): string =>
  quotient(rate, 1, Math.max(digits, plain(Math.trunc(rate)).length));

/** A rate of this currency: published ones are never cut. */
export function rateText(rate: number, code: Code, { inverted, derivedFrom }: Document): string {
  const isDerived = derivedFrom !== undefined && !(inverted && code === derivedFrom);
  return isDerived ? rounded(rate) : plain(rate);
}

/** A rate of a day or period; a mean of a period is computed. */
export function figureText(rate: number, code: Code, document: Document): string {
  const { kind } = document;
  const isMean = kind.of === 'periods' && kind.take === 'mean';
  return isMean ? rounded(rate) : rateText(rate, code, document);
}

/** `+0.14%` */
export function changeText(percent: number | undefined): string {
  if (percent === undefined) return '';
  const text = Math.abs(percent).toFixed(2);
  const sign = text === '0.00' ? '' : percent < 0 ? '-' : '+';
  return `${sign}${text}%`;
}

/** In titles of made-up rates. */
export const madeUp = 'made-up rates';

export const heading = ({ base, inverted }: Document): string => (inverted ? `in ${base}:` : `1 ${base} =`);

/**
 * That rates are derived, and which days are not over. @param isTitled a title says when they were published
 */
export function commonNotes(
  days: readonly DayRates[],
  { derivedFrom, now }: Document,
  isTitled = false,
): string[] {
  const notes = derivedFrom ? [`derived from ${derivedFrom} rates; ${digitsInTables}`] : [];
  if (now !== undefined)
    for (const day of days)
      if (isProvisional(day, now)) notes.push(isTitled ? notOver(day.day, now) : provisionalLine(day, now));
  return notes;
}

/** A count of one would take the room of a name. */
export const someOf = (words: readonly string[]): string =>
  firstFew(words, words.length === 6 ? 6 : 5, words.length, ' and ');

export const noRoomFor = (names: readonly string[], remedy: string) =>
  names.length > 0 && `no room for ${someOf(names)}; ${remedy} shows all`;
