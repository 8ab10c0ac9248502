import { plain } from '../rates/decimal.ts';
import type { Origin } from './format.ts';
import type { Facts, Row, RowColumn, RowFormat } from './rows.ts';
import { type Sheet, type SheetRow, workbook } from './xlsx/workbook.ts';
import type { CellKind } from './xlsx/xml.ts';

/** A workbook of one list, and of where that comes from. */
export const xlsx: RowFormat = (columns, { origin }) => {
  const book = workbook(origin ? [{ name: 'rates' }, { name: 'source' }] : [{ name: 'rates' }]);
  let list: Sheet | undefined;

  function write(rows: readonly Row[]): Uint8Array {
    const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? plain(cell) : cell)));
    list ??= book.sheet(
      columns.map((column, at) => ({
        name: column.name,
        kind: kindOf(column),
        width: column.width ?? widthOf(column.name, cells, at),
      })),
    );
    for (const row of cells) list.row(row);
    return book.drain();
  }

  return {
    write,
    end(facts) {
      if (!list) write([]);
      list?.end();
      if (origin) {
        const sheet = book.sheet([
          { kind: 'label', width: 14 },
          { kind: 'text', width: 90 },
        ]);
        for (const row of rowsOf(origin, facts)) if (row[1] !== undefined) sheet.row(row);
        sheet.end();
      }
      return book.end();
    },
  };
};

/** The date of a mean is its period, and no day: such a cell is text. */
function kindOf({ name, kind }: RowColumn): CellKind {
  if (name === 'date') return 'date';
  return kind === 'integer' ? 'number' : kind;
}

const widest = 60;

/** A head has the arrow of its filter beside it. */
function widthOf(name: string, rows: readonly SheetRow[], at: number): number {
  let longest = name.length + 3;
  for (const row of rows) longest = Math.max(longest, row[at]?.length ?? 0);
  return Math.min(longest + 2, widest);
}

const rowsOf = ({ source, command }: Origin, { side, newest }: Facts) =>
  [
    ['source', source?.name],
    ['rates', source?.isMadeUp && 'made up, by a demonstration'],
    side ?? ['base', undefined],
    ['terms', source?.terms],
    ['command', command],
    ['newest rates', newest],
  ] as const;
