import { stringify } from 'csv-stringify/sync';
import type { Code } from '../rates/code.ts';
import { pairOf } from '../rates/day-rates.ts';
import { plain, withMark } from '../rates/decimal.ts';
import type { Document, Format, Formatter } from './format.ts';
import { Grid } from './grid.ts';

/** Where a comma is the decimal mark, spreadsheets expect semicolons. */
export const csv: Format = (document) => separated(document, document.decimal === 'comma' ? ';' : ',');

export function separated(document: Document, delimiter: ',' | ';' | '\t'): Formatter {
  const { wide, base, inverted, symbols, decimal } = document;
  const cells: Cells = {
    lines: (rows) => stringify(rows, { delimiter }),
    rate: (rate) => withMark(plain(rate), decimal),
  };
  if (!wide) return long(cells);
  const side = inverted ? 'quote' : 'base';
  return symbols ? wideOf(base, side, symbols, cells) : wideOfAll(base, side, cells);
}

interface Cells {
  readonly lines: (rows: string[][]) => string;
  readonly rate: (rate: number) => string;
}

function long({ lines, rate: text }: Cells): Formatter {
  let header = lines([['date', 'base', 'quote', 'rate']]);
  return {
    day(shown) {
      const { day, rates } = shown;
      const rows = Array.from(rates, ([code, rate]) => [day, ...pairOf(shown, code), text(rate)]);
      const pieces = header + lines(rows);
      header = '';
      return pieces;
    },
    *end() {
      if (header) yield header;
    },
  };
}

/** The heading of the column with the base. */
type Side = 'base' | 'quote';

function wideOf(base: Code, side: Side, symbols: readonly Code[], cells: Cells): Formatter {
  let header = cells.lines([headerOf(side, symbols)]);
  return {
    day({ day, rates }) {
      const text =
        header + cells.lines([[day, base, ...symbols.map((code) => cell(rates.get(code), cells))]]);
      header = '';
      return text;
    },
    *end() {
      if (header) yield header;
    },
  };
}

/** Knows its columns, and so writes, only after the last day. */
function wideOfAll(base: Code, side: Side, cells: Cells): Formatter {
  const grid = new Grid();
  return {
    day(day) {
      grid.add(day);
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield cells.lines([headerOf(side, codes)]);
      for (const [index, day] of grid.days.entries()) {
        yield cells.lines([[day, base, ...codes.map((code) => cell(grid.rate(index, code), cells))]]);
      }
    },
  };
}

const headerOf = (side: Side, codes: readonly Code[]) => ['date', side, ...codes];

const cell = (rate: number | undefined, cells: Cells) => (rate === undefined ? '' : cells.rate(rate));
