import { Chalk } from 'chalk';
import type { Code } from '../../currencies/code.ts';
import { type DayRates, isRunning, notOver, runningLine } from '../../rates/day-rates.ts';
import { plain, quotient, withDecimals } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import { someOf } from './columns.ts';

/** What is printed for people: a table, and what is said below it, of any length. */
export interface TableText {
  readonly lines: readonly string[];
  readonly foot: readonly string[];
}

/** Blue, orange, green and magenta of the 256 colours: they stand out from black and from white alike. */
const lineColours = [33, 166, 29, 163];

/** Weights, which can be read on any background; colours only of the lines of a chart, the fifth that of text. */
export function styleOf({ color }: Document) {
  const chalk = new Chalk({ level: color ? 2 : 0 });
  return {
    // with one argument each, since chalk takes more
    strong: (text: string) => chalk.bold(text),
    quiet: (text: string) => chalk.dim(text),
    ofLine(text: string, line: number): string {
      const colour = lineColours[line];
      return colour === undefined ? text : chalk.ansi256(colour)(text);
    },
  };
}

const digits = 6;

export const means = `means to ${digits} digits`;

export const digitsHere = `${digits} digits here, 10 in csv and json`;

/** To 6 significant digits, half away from zero; what stands before the point is never rounded away. */
export const rounded = (rate: number): string =>
  quotient(plain(rate), '1', Math.max(digits, plain(Math.trunc(rate)).length));

/** Writes rates of this currency: published ones are never cut. */
export function rateText(code: Code, { inverted, derivedFrom }: Document): (rate: number) => string {
  const isDerived = derivedFrom !== undefined && !(inverted && code === derivedFrom);
  return isDerived ? rounded : plain;
}

/** `+0.14%` */
export function changeText(percent: number | undefined): string {
  if (percent === undefined) return '';
  const text = plain(Number(Math.abs(percent).toFixed(2)));
  const sign = text === '0' ? '' : percent < 0 ? '-' : '+';
  return `${sign}${withDecimals(text, 2)}%`;
}

/** What a title says of rates that mean nothing. */
export const madeUp = 'made-up rates';

export const heading = ({ base, inverted }: Document): string => (inverted ? `in ${base}:` : `1 ${base} =`);

/** That rates are derived, and which days are not over. @param isTitled a title says when they were published */
export function footOf(days: readonly DayRates[], document: Document, isTitled = false): string[] {
  const { derivedFrom, now } = document;
  const running = now === undefined ? [] : days.filter((day) => isRunning(day, now));
  return [
    ...(derivedFrom ? [`derived from ${derivedFrom} rates; ${digitsHere}`] : []),
    ...running.map((day) => (isTitled ? notOver(day.day, now ?? 0) : runningLine(day, now ?? 0))),
  ];
}

export const noRoomFor = (names: readonly string[], remedy: string): string[] =>
  names.length > 0 ? [`no room for ${someOf(names)}; ${remedy} shows all`] : [];
