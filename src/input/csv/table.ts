import { Failure } from '../../errors.ts';
import { normalName } from '../columns.ts';
import type { InputFile } from '../input-file.ts';
import { asUtf8 } from '../utf16.ts';
import { lineEndsIn, type Row, readRow, scan, scanPieces, usualDelimiters } from './scanner.ts';
import { byteText } from './text.ts';

type Input = Pick<InputFile, 'pieces'>;

/** Characters and lines in which the header is looked for. */
export const longestHeader = 1_000_000;
export const mostLines = 200;

/** The first characters of the file, one for each byte of UTF-8. */
export async function beginningOf(input: Input): Promise<string> {
  let beginning = '';
  for await (const piece of piecesOf(input)) {
    beginning += byteText(piece);
    if (beginning.length > longestHeader) break;
  }
  return beginning;
}

/** In UTF-8. @param before bytes that are left out */
async function* piecesOf(input: Input, before = 0): AsyncGenerator<Buffer> {
  const damaged = () => new Failure('bad_file', 'the file is UTF-16 that is cut off or damaged');
  let rest = before;
  for await (const bytes of asUtf8(input.pieces(), damaged)) {
    yield bytes.subarray(rest);
    rest = Math.max(0, rest - bytes.length);
  }
}

/** The one that is named, by an option or by a first line `sep=;`, otherwise the usual ones. */
export function delimitersOf(beginning: string, named: string | undefined): readonly string[] {
  const delimiter = named ?? /^(?:\xef\xbb\xbf)?"?sep=([^"\r\n\x80-\xff])"?[\r\n]/i.exec(beginning)?.[1];
  return delimiter === undefined ? usualDelimiters : [delimiter];
}

export type CsvLine = ReturnType<typeof firstLines>[number];

/**
 * The first lines that are not blank, each as every delimiter reads it, one of which is the header. A quote
 * left open in one hides none below it.
 */
export function firstLines(
  beginning: string,
  delimiters: readonly string[],
  textOf: (cell: string) => string,
) {
  const isLast = beginning.length < longestHeader;
  const lineEnds = /\r\n|\r|\n|$/g;
  const lines = [];
  let start = beginning.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (let line = 1; start < beginning.length && line <= mostLines; line++) {
    for (const delimiter of delimiters) {
      const row = readRow(beginning, start, line, delimiter, isLast);
      if (typeof row !== 'object' || row.count === 0) continue;
      lines.push({ ...row, start, delimiter, names: row.cells.map((cell) => normalName(textOf(cell))) });
    }
    lineEnds.lastIndex = start;
    lineEnds.test(beginning);
    start = lineEnds.lastIndex;
  }
  return lines;
}

/** The line of a quote in the first lines that closes nowhere under one of the delimiters. */
export function openQuoteIn(beginning: string, delimiters: readonly string[]): number | undefined {
  const quotes = delimiters.map((delimiter) => scan(beginning, delimiter, 1, false).openQuote ?? Infinity);
  return quotes.find((line) => line <= mostLines);
}

export const neverClosing = (line: number) =>
  new Failure('bad_file', `a quote that begins in line ${line} never closes`);

/**
 * The rows below a line, some at a time. @throws a usage error where the file is damaged, or a quote never
 * closes
 */
export async function* rowsBelow(
  input: Input,
  { line, start, text, end, delimiter }: Omit<CsvLine, 'names'>,
): AsyncGenerator<readonly Row[]> {
  const below = piecesOf(input, start + text.length + end.length);
  const first = line + lineEndsIn(text + end);
  for await (const { rows, openQuote } of scanPieces(below, delimiter, first)) {
    yield rows;
    if (openQuote !== undefined) throw neverClosing(openQuote);
  }
}
