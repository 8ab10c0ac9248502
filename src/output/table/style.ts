import { Chalk } from 'chalk';
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
