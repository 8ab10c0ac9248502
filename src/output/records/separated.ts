import { plain, withMark } from '../../rates/decimal.ts';
import { delimiterOf } from '../csv.ts';
import { delimited } from '../delimited.ts';
import type { Column, Look, Records } from './records.ts';

export const csv = <Item>(records: Records<Item>, look: Look) => separated(records, look, delimiterOf(look));

export const tsv = <Item>(records: Records<Item>, look: Look) => separated(records, look, '\t');

function separated<Item>({ columns, items }: Records<Item>, look: Look, delimiter: string): string {
  const head = look.noHeader ? [] : [columns.map(({ name }) => name)];
  const rows = items.map((item) => columns.map((column) => cellOf(column, item, look)));
  return delimited([...head, ...rows], delimiter);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item, { decimal }: Look): string {
  const value = of(item) ?? '';
  const text = typeof value === 'number' ? plain(value) : value;
  return kind === 'number' ? withMark(text, decimal) : text;
}
