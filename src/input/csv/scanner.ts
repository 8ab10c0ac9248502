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
  { delimiter, line, isLast }: { delimiter: string; line: number; isLast: boolean },
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
 * Finds the records of a CSV file that arrives in pieces of text, one character per byte. csv-parse would
 * need more code around it, for the same bytes and lines, and more time than the bound for all of `annotate`.
 */
export class Scanner {
  /** The line of a quote that does not close in the text so far. */
  openQuote: number | undefined;
  /** A record whose end has not arrived, and what arrived since it was last looked at. */
  #open = '';
  #later = '';

  /** @param line on which the text begins */
  constructor(
    private readonly delimiter: string,
    private line = 1,
  ) {}

  /** @param piece undefined at the end of the file, for the last record if no line end follows it */
  *scan(piece?: string): Generator<Row> {
    const isLast = piece === undefined;
    this.#later += piece ?? '';
    // a long record is read again only once it has doubled
    if (!isLast && this.#later.length < this.#open.length) return;
    const { delimiter } = this;
    const text = this.#open + this.#later;
    this.openQuote = undefined;
    let start = 0;
    while (start < text.length) {
      const row = readRow(text, start, { delimiter, line: this.line, isLast });
      if (typeof row === 'number') this.openQuote = this.line + lineEndsIn(text.slice(start, row));
      if (typeof row !== 'object') break;
      start += row.text.length + row.end.length;
      this.line += 1 + (row.text.includes('"') ? lineEndsIn(row.text) : 0);
      yield row;
    }
    this.#open = text.slice(start);
    this.#later = '';
  }
}
