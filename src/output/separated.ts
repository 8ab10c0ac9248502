import { stringify } from 'csv-stringify/sync';
import { plain, withMark } from '../rates/decimal.ts';
import type { Column, Look, Records } from './columns.ts';
import { delimiterOf } from './csv.ts';

type Cell = string | number;

export const delimited = (rows: readonly (readonly Cell[])[], delimiter: string): string =>
  stringify(rows as Cell[][], { delimiter });

export const tsvOfRecords = <Item>(records: Records<Item>, look: Look) => csvOfRecords(records, look, '\t');

export function csvOfRecords<Item>(
  { columns, items }: Records<Item>,
  look: Look,
  delimiter = delimiterOf(look),
): string {
  const head = look.noHeader ? [] : [columns.map(({ name }) => name)];
  const rows = items.map((item) => columns.map((column) => cellOf(column, item, look)));
  return delimited([...head, ...rows], delimiter);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item, { decimal }: Look): string {
  const value = of(item) ?? '';
  const text = typeof value === 'number' ? plain(value) : value;
  return kind === 'number' ? withMark(text, decimal) : text;
}
