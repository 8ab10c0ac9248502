import { numberOf, parseDay } from '../../calendar/day.ts';
import type { Column, Records } from '../records.ts';
import { type Cell, rowGroups } from './row-groups.ts';

export function parquetOfRecords<Item>({ columns, items }: Records<Item>): Uint8Array {
  const file = rowGroups(columns);
  const rows = file.group(columns.map((column) => items.map((item) => cellOf(column, item))));
  return Buffer.concat([rows, file.end({})]);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item): Cell {
  const value = of(item);
  if (value === undefined) return null;
  if (kind === 'text') return String(value);
  if (kind !== 'date') return Number(value);

  const day = parseDay(String(value));
  return day ? numberOf(day) : null;
}
