import { byteText } from './text.ts';

export const usualDelimiters = [',', ';', '\t', '|'];

export interface Row {
  /** As the file has it, without its line end. */
  readonly text: string;
  /** Its line end; empty at the end of the file. */
  readonly end: string;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** 0 if it is blank. */
  readonly count: number;
  /** Without their quotes. */
  readonly cells: readonly string[];
}

const [cr, lf] = [0x0d, 0x0a];

/**
 * Reads the record that begins at `start`. A quote counts at the beginning of a cell, where it lasts until
 * one before a delimiter or a line end; any other is data.
 * @param isLast whether nothing follows the text
 * @returns undefined if the record is not whole; the place of a quote that does not close
 */
export function readRow(
  text: string,
  start: number,
  line: number,
  delimiter: string,
  isLast: boolean,
): Row | number | undefined {
  const sign = delimiter.charCodeAt(0);
  const cells: string[] = [];
  for (let from = start; ; from++) {
    let at = from;
    const isQuoted = text[from] === '"';
    if (isQuoted) {
      do at = text.indexOf('"', at + 1) + 1;
      while (at > 0 && text[at] === '"');
      if (at === 0) return from;
    }
    const closed = at;
    let code = Number.NaN;
    for (; at < text.length; at++) {
      code = text.charCodeAt(at);
      if (code === sign || code === lf || code === cr) break;
    }
    // LF can follow CR
    if (!isLast && at + (code === cr ? 1 : 0) >= text.length) return undefined;

    const isWhole = isQuoted && closed === at;
    cells.push(isWhole ? text.slice(from + 1, at - 1).replaceAll('""', '"') : text.slice(from, at));
    if (code === sign) {
      from = at;
      continue;
    }
    const row = text.slice(start, at);
    return {
      text: row,
      end: text.slice(at, at + (text.startsWith('\r\n', at) ? 2 : 1)),
      line,
      count: cells.length === 1 && /^[ \t]*$/.test(row) ? 0 : cells.length,
      cells,
    };
  }
}

/** As a loop, since the matches of an expression would fill the memory for a cell of millions of lines. */
export function lineEndsIn(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lf || (code === cr && text.charCodeAt(at + 1) !== lf)) lines++;
  }
  return lines;
}

/**
 * The records of a text with one character per byte, up to one that is not whole. @param line of its
 * beginning
 */
export function scan(text: string, delimiter: string, line = 1, isLast = true) {
  const rows: Row[] = [];
  /** The line of a quote that does not close. */
  let openQuote: number | undefined;
  let start = 0;
  while (start < text.length) {
    const row = readRow(text, start, line, delimiter, isLast);
    if (typeof row === 'number') openQuote = line + lineEndsIn(text.slice(start, row));
    if (typeof row !== 'object') break;
    start += row.text.length + row.end.length;
    line += 1 + (/[\r\n]/.test(row.text) ? lineEndsIn(row.text) : 0);
    rows.push(row);
  }
  return { rows, openQuote, rest: text.slice(start), line };
}

/**
 * Finds the records of a CSV file that arrives in pieces of text, some at a time; the last ones can end with
 * an open quote. csv-parse would need more code around it, for the same bytes and lines, and more time than
 * the bound for all of `annotate`.
 */
export async function* scanPieces(pieces: AsyncIterable<Buffer>, delimiter: string, line = 1) {
  let open = '';
  let later = '';
  let next = line;
  for await (const piece of pieces) {
    later += byteText(piece);
    // a long record is read again only once it has doubled
    if (later.length < open.length) continue;
    const { rows, rest, line } = scan(open + later, delimiter, next, false);
    [open, later, next] = [rest, '', line];
    yield { rows, openQuote: undefined };
  }
  yield scan(open + later, delimiter, next);
}
