import { Chalk } from 'chalk';
import type { Document } from '../format.ts';
import { type Style, styleOf } from '../table/style.ts';

export interface ChartStyle extends Style {
  /** The fifth line has the colour of text. */
  readonly ofLine: (line: number) => (text: string) => string;
}

/** Blue, orange, green and magenta of the 256 colours: they stand out from black and from white alike. */
const colours = [33, 166, 29, 163];

export function chartStyleOf(document: Pick<Document, 'color'>): ChartStyle {
  const chalk = new Chalk({ level: document.color ? 2 : 0 });
  return {
    ...styleOf(document),
    ofLine: (line) => {
      const colour = colours[line];
      return (text) => (colour === undefined ? text : chalk.ansi256(colour)(text));
    },
  };
}
