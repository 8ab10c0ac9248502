import { Chalk } from 'chalk';
import type { ShownRates } from '../../rates/day-rates.ts';
import { isRunning, notOver, runningLine } from '../../rates/running.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';

export interface Style {
  /** Titles and codes. */
  readonly strong: (text: string) => string;
  /** What is only read when needed. */
  readonly quiet: (text: string) => string;
  /** The line of a chart; the fifth has the colour of text. */
  readonly ofLine: (line: number) => (text: string) => string;
}

/** Blue, orange, green and magenta of the 256 colours: they stand out from black and from white alike. */
const lineColours = [33, 166, 29, 163];

/** Weights, which can be read on any background; colours only of lines. */
export function styleOf({ color }: Pick<Document, 'color'>): Style {
  const chalk = new Chalk({ level: color ? 2 : 0 });
  return {
    strong: (text) => chalk.bold(text),
    quiet: (text) => chalk.dim(text),
    ofLine(line) {
      const colour = lineColours[line];
      return (text) => (colour === undefined ? text : chalk.ansi256(colour)(text));
    },
  };
}

/** What the numbers are, which the codes complete. */
export function heading({ base, inverted }: Pick<Document, 'base' | 'inverted'>): string {
  return inverted ? `in ${base}:` : `1 ${base} =`;
}

/** What is said below the rates: that they are derived, and which days are not over. */
export function footOf(days: readonly ShownRates[], document: Document, isTitled: boolean): string[] {
  const { derivedFrom, now, width } = document;
  const lines = derivedFrom ? [`derived from ${derivedFrom} rates, to 10 digits`] : [];
  if (now !== undefined)
    // a title has the time already
    for (const day of days)
      if (isRunning(day, now)) lines.push(isTitled ? notOver(day.day, now) : runningLine(day, now));
  return lines.flatMap((line) => wrap(line, width));
}

export function* quietLines(words: string, document: Document): Generator<string> {
  const { quiet } = styleOf(document);
  for (const line of wrap(words, document.width)) yield quiet(line);
}
