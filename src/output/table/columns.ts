import type { ChalkInstance } from 'chalk';

/** Between columns. */
export const gutter = 2;

/** Weights, which can be read on any background; `line`: the colour of the chart's line of that row. */
export type TextStyle = 'strong' | 'quiet' | 'line';

/** Cells below one another. */
export interface TextColumn {
  readonly texts: readonly string[];
  /** By which it is left out. */
  readonly name?: string;
  readonly isRight?: boolean;
  /** Before it; by default the gutter, but for the first column. */
  readonly space?: number;
  readonly style?: TextStyle;
  /** Of the first cell, in place of the style. */
  readonly headStyle?: TextStyle;
}

/** Blue, orange, green and magenta of the 256 colours: they are legible on black and on white. */
const lineColours = [33, 166, 29, 163];

/** Undefined: without colours and weights. */
export type Colors = ChalkInstance | undefined;

export async function loadColors(): Promise<Colors> {
  const { Chalk } = await import('chalk');
  return new Chalk({ level: 2 });
}

/** The fifth line has the colour of text. @param row of a line, from 1 */
export function styled(text: string, chalk: Colors, style?: TextStyle, row = 0): string {
  if (!chalk || !style) return text;
  if (style === 'strong') return chalk.bold(text);
  if (style === 'quiet') return chalk.dim(text);
  const colour = lineColours[row - 1];
  return colour === undefined ? text : chalk.ansi256(colour)(text);
}

export const styledLines = (lines: readonly string[], chalk: Colors, style: TextStyle): string[] =>
  lines.map((line) => styled(line, chalk, style));

export const longestOf = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map(({ length }) => length));

const spaceOf = ({ space = gutter }: TextColumn, at: number) => (at > 0 ? space : 0);

/** The cells of all columns row by row, each as wide as its column; the last columns can be shorter. */
export function linesOf(columns: readonly TextColumn[], chalk?: Colors): string[] {
  const lines: string[] = [];
  for (const [at, column] of columns.entries()) {
    const { texts, isRight, style, headStyle = style } = column;
    const width = longestOf(texts);
    for (const [row, text] of texts.entries()) {
      const blanks = ' '.repeat(width - text.length);
      const shown = styled(text, chalk, row > 0 ? style : headStyle, row);
      const before = (lines[row] ?? '') + ' '.repeat(spaceOf(column, at));
      lines[row] = before + (isRight ? blanks + shown : shown + blanks);
    }
  }
  return lines.map((line) => line.trimEnd());
}

export function widthOf(columns: readonly TextColumn[]): number {
  return columns.reduce((width, column, at) => width + spaceOf(column, at) + longestOf(column.texts), 0);
}

/** Those that have room once others, in the order of these names, are left out; and the names of those. */
export function columnsWithin<C extends TextColumn>(
  all: readonly C[],
  dropped: readonly string[],
  width: number,
) {
  let columns = all;
  for (const next of dropped) {
    if (widthOf(columns) <= width) break;
    columns = columns.filter(({ name }) => name !== next);
  }
  const narrow = all.flatMap((column) => (columns.includes(column) ? [] : (column.name ?? [])));
  return { columns, narrow };
}

export function atPoint(decimals: readonly string[]): string[] {
  const pointOf = (decimal: string) => `${decimal}.`.indexOf('.');
  const whole = Math.max(0, ...decimals.map(pointOf));
  const placed = decimals.map((decimal) => ' '.repeat(whole - pointOf(decimal)) + decimal);
  const width = longestOf(placed);
  return placed.map((decimal) => decimal.padEnd(width));
}

/** Below this, a shortened name says nothing. */
const shortest = 4;

export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('–', '-')
    .replaceAll('ʻ', "'")
    .replace(/[^\0-\x7f]/gu, '?');
}
