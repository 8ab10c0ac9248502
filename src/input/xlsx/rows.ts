import { type CellContext, damaged, type ReadCell, readCell } from './cell.ts';
import { type Attributes, readXml, TextInPieces } from './xml.ts';

/** With at least one cell that is not empty. */
export interface ReadRow {
  /** From 1. */
  readonly number: number;
  /** At the places of their columns. */
  readonly cells: readonly (ReadCell | undefined)[];
}

const [mostRows, mostColumns] = [1_048_576, 16_384];

/** The rows of a sheet, some at a time. */
export async function* readRows(
  pieces: AsyncIterable<Buffer>,
  context: CellContext,
): AsyncGenerator<readonly ReadRow[]> {
  const reader = new RowReader(context);
  const handler = {
    opened: (name: string, attributes: Attributes) => reader.opened(name, attributes),
    text: (text: string) => reader.text(text),
    closed: (name: string) => reader.closed(name),
  };
  for await (const _ of readXml(pieces, handler)) yield reader.take();
  yield reader.take();
}

class RowReader {
  #rows: ReadRow[] = [];
  #row = 0;
  #isIn: 'sheet' | 'row' | 'cell' | undefined;
  #cells: (ReadCell | undefined)[] = [];
  #column = -1;
  #type: string | undefined;
  #style: string | undefined;
  #formula: string | undefined;
  /** What the next text belongs to. */
  #reads: 'value' | 'formula' | undefined;
  #isPhonetic = false;
  #hasValue = false;
  readonly #text = new TextInPieces();

  constructor(private readonly context: CellContext) {}

  take(): readonly ReadRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  opened(name: string, attributes: Attributes): void {
    this.#reads = undefined;
    if (this.#isIn === 'cell') this.#openedInCell(name);
    else if (this.#isIn === 'row' && name === 'c') this.#beginCell(attributes);
    else if (this.#isIn === 'sheet' && name === 'row') this.#beginRow(attributes.r);
    else if (name === 'sheetData') this.#isIn = 'sheet';
  }

  text(piece: string): void {
    if (this.#reads === 'value') this.#text.add(piece);
    else if (this.#reads === 'formula' && this.#formula === '')
      this.#formula = piece.slice(0, longestFormula);
  }

  closed(name: string): void {
    this.#reads = undefined;
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c' && this.#isIn === 'cell') this.#endCell();
    else if (name === 'row' && this.#isIn === 'row') this.#endRow();
    else if (name === 'sheetData') this.#isIn = undefined;
  }

  #openedInCell(name: string): void {
    if (name === 'f') {
      this.#formula = '';
      this.#reads = 'formula';
    } else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'v' && this.#hasValue) throw damaged();
    else if (name === 'v' || (name === 't' && !this.#isPhonetic)) this.#reads = 'value';
    this.#hasValue ||= name === 'v';
  }

  #beginRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > mostRows) throw damaged();
    this.#row = row;
    this.#column = -1;
    this.#cells = [];
    this.#isIn = 'row';
  }

  #beginCell({ r: place, t: type, s: style }: Attributes): void {
    const column = place === undefined ? this.#column + 1 : this.#columnOf(place);
    if (column <= this.#column || column >= mostColumns) throw damaged();
    this.#column = column;
    this.#type = type;
    this.#style = style;
    this.#formula = undefined;
    this.#hasValue = false;
    this.#text.begin();
    this.#isIn = 'cell';
  }

  /** Of a place such as `AB12` in this row. */
  #columnOf(place: string): number {
    let column = 0;
    let at = 0;
    for (; at < place.length; at++) {
      const letter = place.charCodeAt(at) - 64;
      if (letter < 1 || letter > 26) break;
      column = column * 26 + letter;
    }
    if (at === 0 || Number(place.slice(at)) !== this.#row) throw damaged();
    return column - 1;
  }

  #endCell(): void {
    this.#isIn = 'row';
    const text = this.#type === 's' ? this.#text.raw : this.#text.decoded;
    const written = { type: this.#type, style: this.#style, text, formula: this.#formula };
    const cell = readCell(written, this.context);
    if (cell) this.#cells[this.#column] = cell;
  }

  #endRow(): void {
    this.#isIn = 'sheet';
    if (this.#cells.length > 0) this.#rows.push({ number: this.#row, cells: this.#cells });
  }
}

const longestFormula = 100;
