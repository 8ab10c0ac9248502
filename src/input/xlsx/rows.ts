import type { ZipArchive } from './archive.ts';
import { type CellContext, damaged, type ReadCell, readCell, type WrittenCell, withPiece } from './cell.ts';

/** With at least one cell that is not empty. */
export interface ReadRow {
  /** From 1. */
  readonly number: number;
  /** At the places of their columns. */
  readonly cells: readonly (ReadCell | undefined)[];
}

const [mostRows, mostColumns] = [1_048_576, 16_384];

const longestFormula = 100;

/** The rows of a sheet, some at a time. */
export async function* readRows(
  archive: ZipArchive,
  part: string,
  context: CellContext,
): AsyncGenerator<readonly ReadRow[]> {
  let rows: ReadRow[] = [];
  let row = 0;
  let column = -1;
  let cells: (ReadCell | undefined)[] = [];
  let cell: WrittenCell = { text: '' };
  let hasValue = false;

  for await (const tags of archive.read(part)) {
    for (const { name, parent, attributes, text } of tags) {
      const isRow = name === 'row' && parent === 'sheetData';
      const isCell = name === 'c' && parent === 'row';
      if (attributes && isRow) {
        const next = Number(attributes.r ?? row + 1);
        if (!Number.isInteger(next) || next <= row || next > mostRows) throw damaged();
        row = next;
        column = -1;
        cells = [];
      } else if (attributes && isCell) {
        const { r: place, t: type, s: style } = attributes;
        const next = place === undefined ? column + 1 : columnOf(place, row);
        if (next <= column || next >= mostColumns) throw damaged();
        column = next;
        cell = { type, style, text: '' };
        hasValue = false;
      } else if (attributes) {
        // elements of no interest
      } else if (name === 'v' && parent === 'c') {
        if (hasValue) throw damaged();
        hasValue = true;
        cell.text = withPiece('', text);
      } else if (name === 't' && parent !== 'rPh') cell.text = withPiece(cell.text, text);
      else if (name === 'f' && parent === 'c') cell.formula = text.slice(0, longestFormula);
      else if (isCell) {
        const read = readCell(cell, context);
        if (read) cells[column] = read;
      } else if (isRow && cells.length > 0) rows.push({ number: row, cells });
    }
    yield rows;
    rows = [];
  }
}

/** Of a place such as `AB12` in this row. */
function columnOf(place: string, row: number) {
  const [, letters = '', number] = /^([A-Z]{1,3})(\d+)$/.exec(place) ?? [];
  if (Number(number) !== row) throw damaged();
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
