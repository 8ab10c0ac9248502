import { Chalk, type ChalkInstance } from 'chalk';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning, notOver, runningLine } from '../../rates/provisional.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { digitsHere } from './digits.ts';
import { someOf } from './fit.ts';

/** Blue, orange, green and magenta of the 256 colours: they stand out from black and from white alike. */
const lineColours = [33, 166, 29, 163];

export interface Style {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  /** The line of a chart; the fifth has the colour of text. */
  ofLine(line: number): (text: string) => string;
}

/** Weights, which can be read on any background; colours only of lines. */
export function styleOf({ color }: Document): Style {
  if (!color) return withoutStyle;
  styled ??= styleWith(new Chalk({ level: 2 }));
  return styled;
}

const asItIs = (text: string) => text;
const withoutStyle: Style = { strong: asItIs, quiet: asItIs, ofLine: () => asItIs };

let styled: Style | undefined;

function styleWith(chalk: ChalkInstance): Style {
  return {
    strong: (text) => chalk.bold(text),
    quiet: (text) => chalk.dim(text),
    ofLine(line) {
      const colour = lineColours[line];
      return colour === undefined ? asItIs : (text) => chalk.ansi256(colour)(text);
    },
  };
}

/** What a title says of rates that mean nothing. */
export const madeUp = 'made-up rates';

export function heading({ base, inverted }: Pick<Document, 'base' | 'inverted'>): string {
  return inverted ? `in ${base}:` : `1 ${base} =`;
}

interface ShownDays {
  readonly days: readonly DayRates[];
  /** The title says when the rates were published. */
  readonly isTitled?: boolean;
}

/** What is said below the rates: that they are derived, and which days are not over. */
export function footOf({ days, isTitled = false }: ShownDays, document: Document): string[] {
  const { derivedFrom, now, width } = document;
  const lines = derivedFrom ? [`derived from ${derivedFrom} rates; ${digitsHere}`] : [];
  if (now !== undefined)
    for (const day of days)
      if (isRunning(day, now)) lines.push(isTitled ? notOver(day.day, now) : runningLine(day, now));

  return lines.flatMap((line) => wrap(line, width));
}

export function* noRoomFor(names: readonly string[], remedy: string, document: Document): Generator<string> {
  if (names.length > 0) yield* quietLines(`no room for ${someOf(names)}; ${remedy} shows all`, document);
}

export function* quietLines(words: string, document: Document): Generator<string> {
  const { quiet } = styleOf(document);
  for (const line of wrap(words, document.width)) yield quiet(line);
}
