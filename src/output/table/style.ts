import { Chalk } from 'chalk';
import type { Code } from '../../currencies/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning, notOver, runningLine } from '../../rates/day-rates.ts';
import { plain, withDecimals } from '../../rates/decimal.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { someOf } from './columns.ts';

/** Blue, orange, green and magenta of the 256 colours: they stand out from black and from white alike. */
const lineColours = [33, 166, 29, 163];

interface Style {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  /** The line of a chart; the fifth has the colour of text. */
  readonly ofLine: (line: number) => (text: string) => string;
}

/** Weights, which can be read on any background; colours only of lines. */
export function styleOf({ color }: Document): Style {
  const asItIs = (text: string) => text;
  if (!color) return { strong: asItIs, quiet: asItIs, ofLine: () => asItIs };

  const chalk = new Chalk({ level: 2 });
  return {
    // with one argument each, since chalk takes more
    strong: (text) => chalk.bold(text),
    quiet: (text) => chalk.dim(text),
    ofLine(line) {
      const colour = lineColours[line];
      return colour === undefined ? asItIs : (text) => chalk.ansi256(colour)(text);
    },
  };
}

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

/** `+0.14%` */
export function changeText(percent: number | undefined): string {
  if (percent === undefined) return '';
  const text = plain(Number(Math.abs(percent).toFixed(2)));
  const sign = text === '0' ? '' : percent < 0 ? '-' : '+';
  return `${sign}${withDecimals(text, 2)}%`;
}

/** What a title says of rates that mean nothing. */
export const madeUp = 'made-up rates';

export function heading({ base, inverted }: Pick<Document, 'base' | 'inverted'>): string {
  return inverted ? `in ${base}:` : `1 ${base} =`;
}

/**
 * What is said below the rates: that they are derived, and which days are not over.
 * @param isTitled the title says when the rates were published
 */
export function footOf(days: readonly DayRates[], document: Document, isTitled = false): string[] {
  const { derivedFrom, now, width } = document;
  const lines = derivedFrom ? [`derived from ${derivedFrom} rates; ${digitsHere}`] : [];
  if (now !== undefined)
    for (const day of days)
      if (isRunning(day, now)) lines.push(isTitled ? notOver(day.day, now) : runningLine(day, now));

  return lines.flatMap((line) => wrap(line, width));
}

export function noRoomFor(names: readonly string[], remedy: string, document: Document): string[] {
  return names.length > 0 ? quietLines(`no room for ${someOf(names)}; ${remedy} shows all`, document) : [];
}

export function quietLines(words: string, document: Document): string[] {
  return wrap(words, document.width).map(styleOf(document).quiet);
}
