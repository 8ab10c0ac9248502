import { type CellContext, damaged, type ReadCell, readCell, type WrittenCell } from './cell.ts';
import { type Attributes, readXml, unescaped, withPiece, type XmlHandler } from './xml.ts';

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
  let rows: ReadRow[] = [];
  let row = 0;
  let column = -1;
  let cells: (ReadCell | undefined)[] = [];
  let isIn: 'sheet' | 'row' | 'cell' | undefined;
  let written: Omit<WrittenCell, 'text'> = noCell;
  /** What the next text belongs to. */
  let reads: 'value' | 'formula' | undefined;
  let isPhonetic = false;
  let hasValue = false;
  let text = '';

  function beginRow(number: string | undefined): void {
    const next = number === undefined ? row + 1 : Number(number);
    if (!Number.isInteger(next) || next <= row || next > mostRows) throw damaged();
    row = next;
    column = -1;
    cells = [];
    isIn = 'row';
  }

  function beginCell({ r: place, t: type, s: style }: Attributes): void {
    const next = place === undefined ? column + 1 : columnOf(place, row);
    if (next <= column || next >= mostColumns) throw damaged();
    column = next;
    written = { type, style, formula: undefined };
    hasValue = false;
    text = '';
    isIn = 'cell';
  }

  function openedInCell(name: string): void {
    if (name === 'f') {
      written = { ...written, formula: '' };
      reads = 'formula';
    } else if (name === 'rPh') isPhonetic = true;
    else if (name === 'v' && hasValue) throw damaged();
    else if (name === 'v' || (name === 't' && !isPhonetic)) reads = 'value';
    hasValue ||= name === 'v';
  }

  const handler: XmlHandler = {
    opened(name, attributes) {
      reads = undefined;
      if (isIn === 'cell') openedInCell(name);
      else if (isIn === 'row' && name === 'c') beginCell(attributes);
      else if (isIn === 'sheet' && name === 'row') beginRow(attributes.r);
      else if (name === 'sheetData') isIn = 'sheet';
    },
    text(piece) {
      if (reads === 'value') text = withPiece(text, piece);
      else if (reads === 'formula' && written.formula === '')
        written = { ...written, formula: piece.slice(0, longestFormula) };
    },
    closed(name) {
      reads = undefined;
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && isIn === 'cell') {
        isIn = 'row';
        const cell = readCell({ ...written, text: written.type === 's' ? text : unescaped(text) }, context);
        if (cell) cells[column] = cell;
      } else if (name === 'row' && isIn === 'row') {
        isIn = 'sheet';
        if (cells.length > 0) rows.push({ number: row, cells });
      } else if (name === 'sheetData') isIn = undefined;
    },
  };

  for await (const _ of readXml(pieces, handler)) {
    yield rows;
    rows = [];
  }
  yield rows;
}

const noCell = { type: undefined, style: undefined, formula: undefined };

/** Of a place such as `AB12` in this row. */
function columnOf(place: string, row: number): number {
  let column = 0;
  let at = 0;
  for (; at < place.length; at++) {
    const letter = place.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (at === 0 || Number(place.slice(at)) !== row) throw damaged();
  return column - 1;
}

const longestFormula = 100;
