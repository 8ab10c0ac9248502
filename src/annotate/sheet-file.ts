import type { InputFile } from '../disk/input-file.ts';
import { encoded } from '../input/csv/text.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { type BookSheet, openBook } from '../input/xlsx/workbook.ts';
import { unusable } from '../input/xlsx/xml.ts';
import { columnsIn } from './header.ts';
import { sheetMeant } from './sheet-meant.ts';
import type { Table, TableRow } from './table.ts';
import type { WantedSums } from './wanted.ts';

/** A workbook, and the sheet in it that has the columns. */
export interface SheetFile extends Table {
  readonly counted: 'row';
  readonly sheets: readonly BookSheet[];
  readonly sheet: BookSheet;
  /** How many columns are in use from the header on; known once its rows have been read. */
  width(): number;
  rowOf(row: ReadRow, columns: readonly number[]): TableRow;
}

const mostBytes = 32_000_000;

/** @param named the sheet that is meant @throws a usage error if that is not clear, or the file has none */
export async function openSheet(
  input: Pick<InputFile, 'pieces' | 'signal'>,
  wanted: WantedSums,
  named: string | undefined,
): Promise<SheetFile> {
  const sheets = await openBook(await wholeOf(input), input.signal);
  const { sheet, line, names } = await sheetMeant(sheets, wanted, named);
  let width = names.length;

  // in a sheet no cell can be displaced
  const rowOf = ({ number, cells }: ReadRow, columns: readonly number[]): TableRow => ({
    line: number,
    count: names.length,
    endsEmpty: false,
    cells: columns.map((column) => encoded(cells[column]?.text ?? '')),
    kinds: columns.map((column) => cells[column]?.kind),
  });

  return {
    counted: 'row',
    header: { line, names, ...columnsIn(names, wanted) },
    sheets,
    sheet,
    width: () => width,
    rowOf,
    async *rows(columns) {
      for await (const all of sheet.rows()) {
        const rows = all.filter(({ number }) => number >= line);
        for (const { cells } of rows) width = Math.max(width, cells.length);
        yield rows.map((row) => rowOf(row, columns));
      }
    },
  };
}

async function wholeOf(input: Pick<InputFile, 'pieces'>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of input.pieces(0)) {
    size += piece.length;
    if (size > mostBytes) throw unusable(`a workbook of more than ${mostBytes / 1e6} MB`);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}
