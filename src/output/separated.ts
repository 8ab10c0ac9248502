import { stringify } from 'csv-stringify/sync';
import { plain, withMark } from '../rates/decimal.ts';
import { delimiterOf } from './csv.ts';
import type { Column, Layout, Records } from './records.ts';

type Cell = string | number;

export const delimited = (rows: readonly (readonly Cell[])[], delimiter: string): string =>
  stringify(rows as Cell[][], { delimiter });

export function tsvOfRecords<Item>(records: Records<Item>, layout: Layout): string {
  return csvOfRecords(records, layout, '\t');
}

export function csvOfRecords<Item>(
  { columns, items }: Records<Item>,
  layout: Layout,
  delimiter = delimiterOf(layout),
): string {
  const head = layout.noHeader ? [] : [columns.map(({ name }) => name)];
  const rows = items.map((item) => columns.map((column) => cellOf(column, item, layout)));
  return delimited([...head, ...rows], delimiter);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item, { decimal }: Layout): string {
  const value = of(item) ?? '';
  const text = typeof value === 'number' ? plain(value) : value;
  return kind === 'number' ? withMark(text, decimal) : text;
}
