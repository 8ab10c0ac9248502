import { strToU8, Zip, ZipDeflate } from 'fflate';
import { grouped } from '../words.ts';
import { mostRows, noRoom, tooManyRows } from './limits.ts';
import {
  cellXml,
  lettersOf,
  partsOf,
  type SheetCell,
  type SheetEntry,
  type SheetLayout,
  sheetPath,
  sheetStart,
} from './workbook-xml.ts';

export type { SheetCell };

export type Sheet = ReturnType<typeof sheetIn>;

const mostColumns = 16_384;

/** Characters that are packed together, so that the same rows give the same bytes however they come. */
const fullPiece = 65_536;

/** A workbook, written while its rows come: nothing in it depends on clock, zone or name of the file. */
export function workbook(sheets: readonly SheetEntry[]) {
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

  /** What can be written so far, often nothing. */
  function drain(): Uint8Array {
    const pieces = packed;
    packed = [];
    return Buffer.concat(pieces);
  }

  for (const [path, xml] of Object.entries(partsOf(sheets))) part(path).push(strToU8(xml), true);

  return {
    /** The next of its sheets, once the one before is complete. */
    sheet: (layout: SheetLayout) => sheetIn(part(sheetPath(++begun)), layout),
    drain,
    end(): Uint8Array {
      zip.end();
      return drain();
    },
  };
}

function sheetIn(file: ZipDeflate, layout: SheetLayout) {
  let text = sheetStart(layout);
  let rows = 0;

  return {
    /** @param number from 1, after those before @throws a usage error beyond what a sheet can have */
    row(cells: readonly (SheetCell | undefined)[], number = rows + 1): void {
      if (cells.length > mostColumns)
        throw noRoom('a sheet', `${grouped(mostColumns)} columns`, 'a CSV file instead');
      if (number > mostRows + 1) throw tooManyRows();
      rows = number;
      text += `<row r="${number}">`;
      for (const [at, cell] of cells.entries()) if (cell) text += cellXml(`${lettersOf(at)}${number}`, cell);
      text += '</row>';
      if (text.length < fullPiece) return;

      file.push(strToU8(text));
      text = '';
    },
    end(): void {
      // the first row chooses among the others
      const filtered = `A1:${lettersOf(layout.widths.length - 1)}${rows}`;
      const filter = layout.isHeaded ? `<autoFilter ref="${filtered}"/>` : '';
      file.push(strToU8(`${text}</sheetData>${filter}</worksheet>`), true);
    },
  };
}
