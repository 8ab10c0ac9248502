import { plain, withMark } from '../rates/decimal.ts';
import type { Format } from './format.ts';
import type { Cell, Row, RowColumn, RowFormat } from './rows.ts';

/** Where a comma is the decimal mark, spreadsheets expect semicolons. */
export const csv: RowFormat = (columns, layout) =>
  delimited(columns, layout, layout.decimal === 'comma' ? ';' : ',');

export const tsv: RowFormat = (columns, layout) => delimited(columns, layout, '\t');

function delimited(...[columns, layout, delimiter]: [...Parameters<RowFormat>, string]) {
  const isSpecial = new RegExp(`["\n${delimiter}]`);
  const kinds = columns.map(({ kind }) => kind);
  // the head comes with the first rows, or else at the end
  let head = layout.noHeader ? '' : `${columns.map(({ name }) => name).join(delimiter)}\n`;

  function textOf(cell: Cell = '', kind: RowColumn['kind'] | undefined): string {
    const text = typeof cell === 'number' ? plain(cell) : cell;
    if (kind === 'number') return withMark(text, layout.decimal);
    return kind === 'text' && isSpecial.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function takeHead(): string {
    const taken = head;
    head = '';
    return taken;
  }

  return {
    write(rows: readonly Row[]) {
      let text = takeHead();
      for (const row of rows) {
        text += textOf(row[0], kinds[0]);
        for (let at = 1; at < row.length; at++) text += delimiter + textOf(row[at], kinds[at]);
        text += '\n';
      }
      return text;
    },
    end: takeHead,
  };
}

/** The rates alone. */
export const value: Format = ({ decimal }) => ({
  day: ({ rates }) => Array.from(rates.values(), (rate) => `${withMark(plain(rate), decimal)}\n`).join(''),
  end: () => [],
});
