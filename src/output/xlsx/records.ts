import { plain } from '../../rates/decimal.ts';
import type { Column, Layout, Records } from '../records.ts';
import { openBook } from './book.ts';
import type { SheetRow } from './workbook.ts';
import type { CellKind } from './xml.ts';

export function xlsxOfRecords<Item>({ columns, items }: Records<Item>, { origin }: Layout): Uint8Array {
  const rows = items.map((item) => columns.map((column) => cellOf(column, item)));
  const book = openBook(origin);
  const add = book.list(
    columns.map(({ name, kind }, at) => ({
      name,
      kind: kindOf(name, kind),
      width: widthOf(name, rows, at),
    })),
  );

  for (const row of rows) add(row);
  const dates = columns.findIndex(({ name }) => name === date);
  const newest = rows.flatMap((row) => row[dates] ?? []).sort();
  return book.end({ newest: newest.at(-1) });
}

const date = 'date';

/** The date of a mean is its period, and no day: such a cell is text. */
function kindOf(name: string, kind: Column<never>['kind']): CellKind {
  if (name === date) return 'date';
  return kind === 'integer' ? 'number' : kind;
}

function cellOf<Item>({ of }: Column<Item>, item: Item): string | undefined {
  const value = of(item);
  return typeof value === 'number' ? plain(value) : value;
}

const widest = 60;

/** A head has the arrow of its filter beside it. */
function widthOf(name: string, rows: readonly SheetRow[], at: number): number {
  let longest = name.length + 3;
  for (const row of rows) longest = Math.max(longest, row[at]?.length ?? 0);
  return Math.min(longest + 2, widest);
}
