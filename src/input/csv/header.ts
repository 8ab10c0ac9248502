import { Failure } from '../../errors.ts';
import { readRow, Scanner } from './scanner.ts';

/** A line of CSV, or a row of a sheet, that may be the header. */
export interface NamedLine {
  readonly line: number;
  readonly names: readonly string[];
}

/** A line that may be the header, as one delimiter reads it. */
export interface HeaderLine extends NamedLine {
  readonly start: number;
  readonly delimiter: string;
}

export const longestHeader = 1_000_000;

/** Among which the header is looked for. */
export const mostLines = 200;

export const usualDelimiters = [',', ';', '\t', '|'];

const delimiterLine = /^"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i;

/** The one that a first line `sep=;` names, otherwise the usual ones. */
export function delimitersOf(beginning: string): readonly string[] {
  const named = delimiterLine.exec(beginning)?.[1];
  return named === undefined ? usualDelimiters : [named];
}

/**
 * The first lines that are not blank, each as every delimiter reads it. A quote left open in one hides none
 * below it.
 */
export function headerLines(
  beginning: string,
  delimiters: readonly string[],
  textOf: (cell: string) => string,
): HeaderLine[] {
  const lines: HeaderLine[] = [];
  const lineEnds = /\r\n|\r|\n|$/g;
  const isLast = beginning.length < longestHeader;
  for (let start = 0, line = 1; start < beginning.length && line <= mostLines; line++) {
    for (const delimiter of delimiters) {
      const row = readRow(beginning, { start, delimiter, isLast });
      if (typeof row !== 'object' || row.count === 0) continue;
      lines.push({ start, line, delimiter, names: row.cells.map((cell) => normalName(textOf(cell))) });
    }
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
  return lines;
}

/** Accents can be written in two ways, blanks are not seen, and sheets break names into lines. */
export const normalName = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/** The line of a quote that begins in the first lines and never closes. */
export function openQuoteIn(beginning: string, delimiters: readonly string[]): number | undefined {
  for (const delimiter of delimiters) {
    const scanner = new Scanner(delimiter);
    for (const _ of scanner.scan(beginning));
    if (scanner.openQuote && scanner.openQuote <= mostLines) return scanner.openQuote;
  }
  return undefined;
}

export const neverClosing = (line: number) =>
  new Failure('bad_file', `a quote that begins in line ${line} never closes`);
