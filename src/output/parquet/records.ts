import { numberOf, parseDay } from '../../calendar/day.ts';
import type { Column, Records } from '../records.ts';
import { rowGroups } from './row-groups.ts';

export function parquetOfRecords<Item>({ columns, items }: Records<Item>): Uint8Array {
  const rows = rowGroups(columns);
  for (const item of items) rows.add(columns.map((column) => cellOf(column, item)));
  return Buffer.concat([...rows.end({})]);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item): string | number | null {
  const value = of(item);
  if (value === undefined) return null;
  if (kind === 'text') return String(value);
  if (kind !== 'date') return Number(value);

  const day = parseDay(String(value));
  return day ? numberOf(day) : null;
}
