import { stringify } from 'csv-stringify/sync';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { jsonText } from '../rates/json.ts';
import { columns } from '../report/words.ts';

export interface CurrencyRow {
  readonly code: Code;
  readonly name: string;
  readonly decimals: number | undefined;
  readonly first?: Day;
  readonly last?: Day;
}

const names = ['code', 'name', 'decimals', 'first', 'last'] as const;

/** @param width columns that a table may take */
export function printCurrencies(
  rows: readonly CurrencyRow[],
  format: 'table' | 'csv' | 'json',
  width: number,
): string {
  if (format === 'table') return table(rows, width);
  if (format === 'csv') return stringify([names, ...rows.map((row) => names.map((name) => row[name]))]);
  const members = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
  return `${jsonText(members, true)}\n`;
}

const widths = { decimals: 8, first: 10, last: 10 } as const;

/** A name that would be shorter makes room for itself: the days go. */
const shortestName = 20;

/** Names are cut where they do not fit; days that no row has are left out. */
function table(rows: readonly CurrencyRow[], width: number): string {
  const codes = Math.max('code'.length, ...rows.map(({ code }) => code.length));
  const room = width - codes - 2 - (widths.decimals + 2);
  const roomBesideDays = room - (widths.first + 2) - (widths.last + 2);
  const hasDays = roomBesideDays >= shortestName && rows.some(({ first }) => first);
  const shown = hasDays ? names : names.slice(0, 3);
  const longest = Math.max(1, hasDays ? roomBesideDays : room);
  const fitted = rows.map((row) => ({ ...row, name: cut(row.name, longest) }));
  return columns([shown, ...fitted.map((row) => shown.map((name) => `${row[name] ?? ''}`))], [2]);
}

const cut = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
