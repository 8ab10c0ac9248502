export interface Row {
  readonly end: number;
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  readonly count: number;
  /** Whether nothing stands after its last delimiter. */
  readonly endsEmpty: boolean;
  /** Those of the columns that are kept, without their quotes; empty where the row has no such column. */
  readonly cells: readonly string[];
}

const quote = 0x22;
const cr = 0x0d;
const lf = 0x0a;
const space = 0x20;
const tab = 0x09;

/** The part of a cell that has been read; `ended`: up to a quote that ends it, or is the first of two. */
const part = { nothing: 0, blanks: 1, data: 2, quoted: 3, ended: 4 } as const;
type Part = (typeof part)[keyof typeof part];

/** What is kept of a cell that comes in several pieces: more than any day, amount or code has. */
const longestKept = 1000;

/**
 * Finds the records of a CSV file that comes in pieces of text, one character per byte, and keeps nothing but
 * some of their cells. A quote counts at the beginning of a cell, where it lasts until one before a delimiter
 * or a line end; any other is data.
 */
export class Scanner {
  readonly #delimiter: number;
  #cells: string[];
  #column = 0;
  #part: Part = part.nothing;
  #before = '';
  #last = 0;
  #line: number;
  #rowLine: number;
  #quoteLine = 1;

  /**
   * @param columns that are kept, by their numbers from 0; undefined: all
   * @param line on which the text begins
   */
  constructor(
    delimiter: string,
    private readonly columns?: readonly number[],
    line = 1,
  ) {
    this.#line = line;
    this.#rowLine = line;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#cells = this.#noCells();
  }

  *scan(piece: string): Generator<Row> {
    let from = 0;
    while (from < piece.length) {
      if (this.#beginsRow && this.#isSecondOfLineEnd(piece, from)) from++;
      const end = this.#findEnd(piece, from);
      if (end < 0) break;
      yield this.#endRow(end);
      from = end + 1;
    }
    if (piece) this.#last = piece.charCodeAt(piece.length - 1);
  }

  /** At the end of the file: the last record, if no line end follows it. */
  *end(): Generator<Row> {
    if (this.#beginsRow || this.openQuote !== undefined) return;
    this.#endCell('', 0, 0, this.#part);
    yield this.#endRow(0);
  }

  get openQuote(): number | undefined {
    return this.#part === part.quoted ? this.#quoteLine : undefined;
  }

  get #beginsRow(): boolean {
    return this.#part === part.nothing && this.#column === 0;
  }

  /** Reads up to the line end after the current record; -1 if it is not in this piece. */
  #findEnd(piece: string, from: number): number {
    const delimiter = this.#delimiter;
    let read = this.#part;
    let begin = from;

    for (let at = from; at < piece.length; at++) {
      // nearly all of a file is passed here
      if (read === part.data) at = nextStop(piece, at, delimiter);
      else if (read === part.quoted) at = nextStop(piece, at, quote);
      // a sign from beyond the end would undo what the compiler has made of this
      if (at === piece.length) break;

      const sign = piece.charCodeAt(at);
      if (read === part.quoted) {
        if (sign === quote) read = part.ended;
        else if (sign === lf || sign === cr) this.#countLine(piece, at);
      } else if (sign === delimiter) {
        this.#endCell(piece, begin, at, read);
        this.#column++;
        read = part.nothing;
        begin = at + 1;
      } else if (sign === lf || sign === cr) {
        this.#endCell(piece, begin, at, read);
        this.#countLine(piece, at);
        return at;
      } else if (sign === quote && (read === part.nothing || read === part.ended)) {
        if (read === part.nothing) this.#quoteLine = this.#line;
        read = part.quoted;
      } else if (read !== part.data) {
        const isBlank = (sign === space || sign === tab) && read !== part.ended;
        read = isBlank ? part.blanks : part.data;
      }
    }

    this.#part = read;
    this.#keep(piece.slice(begin));
    return -1;
  }

  #endCell(piece: string, begin: number, end: number, read: Part): void {
    const place = this.#place;
    if (place >= 0) {
      const cell = this.#before + piece.slice(begin, end);
      this.#cells[place] = read === part.ended ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    }
    this.#before = '';
    this.#part = read;
  }

  #keep(text: string): void {
    if (this.#place >= 0 && this.#before.length < longestKept) this.#before += text;
  }

  /** That of the cell among those that are kept; -1: it is not. */
  get #place(): number {
    return this.columns?.indexOf(this.#column) ?? this.#column;
  }

  #noCells(): string[] {
    return this.columns?.map(() => '') ?? [];
  }

  #endRow(end: number): Row {
    const endsEmpty = this.#part === part.nothing;
    const isBlank = this.#column === 0 && (endsEmpty || this.#part === part.blanks);
    const count = isBlank ? 0 : this.#column + 1;
    const row = { end, line: this.#rowLine, count, endsEmpty, cells: this.#cells };
    this.#cells = this.#noCells();
    this.#column = 0;
    this.#part = part.nothing;
    this.#rowLine = this.#line;
    return row;
  }

  #countLine(piece: string, at: number): void {
    if (!this.#isSecondOfLineEnd(piece, at)) this.#line++;
  }

  #isSecondOfLineEnd(piece: string, at: number): boolean {
    return piece.charCodeAt(at) === lf && (at > 0 ? piece.charCodeAt(at - 1) : this.#last) === cr;
  }
}

/** The place of the next such sign or line end; the end of the piece, if it has none. */
function nextStop(piece: string, from: number, stop: number): number {
  for (let at = from; at < piece.length; at++) {
    const sign = piece.charCodeAt(at);
    if (sign === stop || sign === lf || sign === cr) return at;
  }
  return piece.length;
}
