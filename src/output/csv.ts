import { stringify } from 'csv-stringify/sync';
import { plain, withMark } from '../rates/decimal.ts';
import type { Format } from './format.ts';
import type { CellValues, RowFormat } from './rows.ts';

/** Where a comma is the decimal mark, spreadsheets expect semicolons. */
export const csv: RowFormat = (columns, layout) =>
  delimited(columns, layout, layout.decimal === 'comma' ? ';' : ',');

export const tsv: RowFormat = (columns, layout) => delimited(columns, layout, '\t');

function delimited(...[columns, { noHeader, decimal }, delimiter]: [...Parameters<RowFormat>, string]) {
  // the head comes with the first rows, or else at the end
  let head = noHeader ? [] : [columns.map(({ name }) => name)];

  function write(rows: readonly CellValues[]): string {
    const texts: string[][] = head;
    head = [];
    for (const row of rows)
      texts.push(
        row.map((cell = '', at) => {
          const text = typeof cell === 'number' ? plain(cell) : cell;
          return columns[at]?.kind === 'number' ? withMark(text, decimal) : text;
        }),
      );
    return stringify(texts, { delimiter });
  }

  return { write, end: () => write([]) };
}

/** The rates alone. */
export const value: Format = ({ decimal }) => ({
  day: ({ rates }) => Array.from(rates.values(), (rate) => `${withMark(plain(rate), decimal)}\n`).join(''),
  end: () => [],
});
