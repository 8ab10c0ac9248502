import { strToU8, Zip, ZipDeflate } from 'fflate';
import { mostColumns, mostRows, tooManyColumns, tooManyRows } from './limits.ts';
import {
  anyCellXml,
  type CellKind,
  cellXml,
  lettersOf,
  partsOf,
  type SheetCell,
  type SheetEntry,
  sheetEnd,
  sheetPath,
  sheetStart,
} from './xml.ts';

export interface SheetColumn {
  /** Missing in all columns: the sheet has no head. */
  readonly name?: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
}

/** A number is its decimal text, a date a day as text; undefined: empty. */
export type SheetRow = readonly (string | undefined)[];

export interface Workbook {
  /** The next of its sheets, once the one before is complete. */
  sheet(columns: readonly SheetColumn[]): Sheet;
  /** What can be written so far, often nothing. */
  drain(): Uint8Array;
  end(): Uint8Array;
}

export interface Sheet {
  /** @throws a usage error beyond the last row that a sheet can have */
  row(cells: SheetRow): void;
  /** One of any kinds of cells, below those before it. @param number from 1 */
  rowAt(number: number, cells: readonly (SheetCell | undefined)[]): void;
  end(): void;
}

/** Characters that are packed together, so that the same rows give the same bytes however they come. */
const fullPiece = 65_536;

/** A workbook, written while its rows come: nothing in it depends on clock, zone or name of the file. */
export function workbook(sheets: readonly SheetEntry[]): Workbook {
  let packed: Uint8Array[] = [];
  let begun = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    packed.push(piece);
  });

  function part(path: string): ZipDeflate {
    const file = new ZipDeflate(path, { level: 6 });
    // in local time, of which this is the same everywhere
    file.mtime = new Date(1980, 0, 1, 12);
    zip.add(file);
    return file;
  }

  function drain(): Uint8Array {
    const pieces = packed;
    packed = [];
    return Buffer.concat(pieces);
  }

  for (const [path, xml] of Object.entries(partsOf(sheets))) part(path).push(strToU8(xml), true);

  return {
    sheet: (columns) => sheetIn(part(sheetPath(begun++)), columns),
    drain,
    end() {
      zip.end();
      return drain();
    },
  };
}

function sheetIn(file: ZipDeflate, columns: readonly SheetColumn[]): Sheet {
  const kinds = columns.map(({ kind }) => kind);
  const letters = columns.map((_, at) => lettersOf(at));
  const isHeaded = columns.some(({ name }) => name !== undefined);
  let text = sheetStart({ widths: columns.map(({ width }) => width), isHeaded });
  let rows = 0;

  function add(cells: SheetRow, kindOf: (at: number) => CellKind): void {
    rows++;
    let xml = '';
    for (let at = 0; at < cells.length; at++) xml += cellXml(`${letters[at]}${rows}`, kindOf(at), cells[at]);
    addXml(xml);
  }

  function addXml(cells: string): void {
    text += `<row r="${rows}">${cells}</row>`;
    if (text.length < fullPiece) return;

    file.push(strToU8(text));
    text = '';
  }

  const kindOf = (at: number) => kinds[at] ?? 'text';
  const most = isHeaded ? mostRows + 1 : mostRows;
  if (isHeaded)
    add(
      columns.map(({ name }) => name),
      () => 'label',
    );

  return {
    row(cells) {
      if (rows === most) throw tooManyRows();
      add(cells, kindOf);
    },
    rowAt(number, cells) {
      if (cells.length > mostColumns) throw tooManyColumns();
      rows = number;
      let xml = '';
      for (const [at, cell] of cells.entries())
        if (cell) xml += anyCellXml(`${lettersOf(at)}${number}`, cell);
      addXml(xml);
    },
    end() {
      const filtered = isHeaded ? `A1:${letters.at(-1)}${rows}` : undefined;
      file.push(strToU8(text + sheetEnd(filtered)), true);
    },
  };
}
