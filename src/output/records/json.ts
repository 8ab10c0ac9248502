import { ExactNumber, type Json, jsonText } from '../../rates/json.ts';
import type { Column, Records } from './records.ts';

export function json<Item>({ columns, items, json }: Records<Item>): string {
  if (json) return json();
  return `${jsonText(
    items.map((item) => membersOf(columns, item)),
    true,
  )}\n`;
}

export function ndjson<Item>({ columns, items }: Records<Item>): string {
  return items.map((item) => `${jsonText(membersOf(columns, item), false)}\n`).join('');
}

function membersOf<Item>(columns: readonly Column<Item>[], item: Item): ReadonlyMap<string, Json> {
  return new Map(columns.map((column) => [column.name, memberOf(column, item)]));
}

function memberOf<Item>({ kind, of, json }: Column<Item>, item: Item): Json {
  if (json) return json(item);
  const value = of(item);
  if (value === undefined) return null;
  const isDecimal = kind === 'number' && typeof value === 'string';
  return isDecimal ? new ExactNumber(value) : value;
}
