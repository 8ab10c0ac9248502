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
  /** Whether nothing follows its last delimiter. */
  readonly endsEmpty: boolean;
  /** Without their quotes. */
  readonly cells: readonly string[];
}

const [quote, cr, lf] = [0x22, 0x0d, 0x0a];

/**
 * Reads the record that begins at `start`. A quote counts at the beginning of a cell, where it lasts until one
 * before a delimiter or a line end; any other is data.
 * @param isLast whether nothing follows the text
 * @returns undefined if the record is not whole; the place of a quote that does not close
 */
export function readRow(
  text: string,
  { start = 0, line = 1, delimiter, isLast = false }: RowPlace,
): Row | number | undefined {
  const sign = delimiter.charCodeAt(0);
  const cells: string[] = [];
  for (let from = start; ; ) {
    const isQuoted = text.charCodeAt(from) === quote;
    const closed = isQuoted ? endOfQuotes(text, from) : from;
    if (closed < 0) return from;

    let at = closed;
    let code = Number.NaN;
    for (; at < text.length; at++) {
      code = text.charCodeAt(at);
      if (code === sign || code === lf || code === cr) break;
    }
    const isAtEnd = at === text.length;
    // LF can follow CR
    if (!isLast && (isAtEnd || (code === cr && at + 1 === text.length))) return undefined;

    const isWhole = isQuoted && closed === at;
    cells.push(isWhole ? text.slice(from + 1, at - 1).replaceAll('""', '"') : text.slice(from, at));
    if (code === sign && !isAtEnd) {
      from = at + 1;
      continue;
    }

    const isBlank = cells.length === 1 && /^[ \t]*$/.test(text.slice(start, at));
    const length = isAtEnd ? 0 : code === cr && text.charCodeAt(at + 1) === lf ? 2 : 1;
    return {
      text: text.slice(start, at),
      end: text.slice(at, at + length),
      line,
      count: isBlank ? 0 : cells.length,
      endsEmpty: from === at,
      cells,
    };
  }
}

interface RowPlace {
  readonly start?: number;
  readonly line?: number;
  readonly delimiter: string;
  readonly isLast?: boolean;
}

/** The place behind the quote that closes the one at `from`; -1 if none does. */
function endOfQuotes(text: string, from: number): number {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text.charCodeAt(at + 1) !== quote) return at < 0 ? at : at + 1;
  }
}

/** As a loop, since the matches of an expression would fill the memory for a cell of millions of lines. */
function linesIn(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lf || (code === cr && text.charCodeAt(at + 1) !== lf)) lines++;
  }
  return lines;
}

/**
 * Finds the records of a CSV file that arrives in pieces of text, one character per byte. csv-parse would need
 * more code around it, for the same bytes and lines, and more time than the bound for all of `annotate`.
 */
export class Scanner {
  /** A record whose end has not arrived, and what arrived since it was last looked at. */
  #open = '';
  #later = '';
  #openQuote: number | undefined;

  /** @param line on which the text begins */
  constructor(
    private readonly delimiter: string,
    private line = 1,
  ) {}

  *scan(piece: string): Generator<Row> {
    this.#later += piece;
    // a long record is read again only once it has doubled
    if (this.#later.length >= this.#open.length) yield* this.#rows(false);
  }

  /** At the end of the file: the last record, if no line end follows it. */
  *end(): Generator<Row> {
    yield* this.#rows(true);
  }

  /** The line of a quote that does not close in the text so far. */
  get openQuote(): number | undefined {
    return this.#openQuote;
  }

  *#rows(isLast: boolean): Generator<Row> {
    const text = this.#open + this.#later;
    this.#openQuote = undefined;
    let start = 0;
    while (start < text.length) {
      const row = readRow(text, { start, line: this.line, delimiter: this.delimiter, isLast });
      if (typeof row !== 'object') {
        if (row !== undefined) this.#openQuote = this.line + linesIn(text.slice(start, row));
        break;
      }
      start += row.text.length + row.end.length;
      this.line += 1 + (row.text.includes('"') ? linesIn(row.text) : 0);
      yield row;
    }
    this.#open = text.slice(start);
    this.#later = '';
  }
}
