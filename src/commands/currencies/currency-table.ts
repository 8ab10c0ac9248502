import { shorten, toAscii } from '../../output/table/fit.ts';
import { type Currency, currencyColumns } from '../../rates/currency.ts';
import { columns } from '../../report/words.ts';

const widths = { decimals: 3, first: 10, last: 10 } as const;

/** If there is less room for names, the days are left out. */
const shortestName = 20;

/** Long names are cut. */
export function currencyTable(rows: readonly Currency[], width: number, ascii: boolean): string {
  const codes = Math.max('code'.length, ...rows.map(({ code }) => code.length));
  const room = width - codes - 2 - (widths.decimals + 2);
  const roomBesideDays = room - (widths.first + 2) - (widths.last + 2);
  const hasDays = roomBesideDays >= shortestName && rows.some(({ first }) => first);
  const shown = hasDays ? currencyColumns : currencyColumns.slice(0, 3);
  const longest = Math.max(1, hasDays ? roomBesideDays : room);
  const nameOf = (name: string) => shorten(ascii ? toAscii(name) : name, longest, ascii);
  const fitted = rows.map((row) => ({ ...row, name: nameOf(row.name) }));
  const heads = shown.map((name) => (name === 'decimals' ? 'dec' : name));
  return columns([heads, ...fitted.map((row) => shown.map((name) => `${row[name] ?? ''}`))], [2]);
}
