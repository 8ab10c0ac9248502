import { parseDay } from '../../calendar/day.ts';
import { dateOf } from '../parquet/parquet.ts';
import { RowGroups } from '../parquet/row-groups.ts';
import type { Column, Records } from './records.ts';

export function parquet<Item>({ columns, items }: Records<Item>): Uint8Array {
  const rows = new RowGroups(
    columns.map(({ name, kind, optional }) => ({ name, type: kind, ...(optional && { nullable: true }) })),
  );
  for (const item of items) rows.add(columns.map((column) => cellOf(column, item)));
  return Buffer.concat([...rows.end({})]);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item): string | number | null {
  const value = of(item);
  if (value === undefined || kind === 'text') return value === undefined ? null : String(value);
  if (kind !== 'date') return Number(value);
  const day = parseDay(String(value));
  return day ? dateOf(day) : null;
}
