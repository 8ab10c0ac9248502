import { stringify } from 'csv-stringify/sync';
import type { Code } from '../rates/code.ts';
import { pairOf } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Format, Formatter } from './format.ts';
import { Grid } from './grid.ts';

export const csv: Format = ({ wide, base, inverted, symbols }) => {
  if (!wide) return long();
  const side = inverted ? 'quote' : 'base';
  return symbols ? wideOf(base, side, symbols) : wideOfAll(base, side);
};

function long(): Formatter {
  let header = 'date,base,quote,rate\n';
  return {
    day(shown) {
      const { day, rates } = shown;
      const rows = Array.from(rates, ([code, rate]) => [day, ...pairOf(shown, code), plain(rate)]);
      const text = header + stringify(rows);
      header = '';
      return text;
    },
    *end() {
      if (header) yield header;
    },
  };
}

/** The heading of the column that says the base. */
type Side = 'base' | 'quote';

function wideOf(base: Code, side: Side, symbols: readonly Code[]): Formatter {
  let header = headerOf(side, symbols);
  return {
    day({ day, rates }) {
      const text = header + stringify([[day, base, ...symbols.map((code) => cell(rates.get(code)))]]);
      header = '';
      return text;
    },
    *end() {
      if (header) yield header;
    },
  };
}

/** Knows its columns, and so writes, only after the last day. */
function wideOfAll(base: Code, side: Side): Formatter {
  const grid = new Grid();
  return {
    day(day) {
      grid.add(day);
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield headerOf(side, codes);
      for (const [index, day] of grid.days.entries()) {
        yield stringify([[day, base, ...codes.map((code) => cell(grid.rate(index, code)))]]);
      }
    },
  };
}

const headerOf = (side: Side, codes: readonly Code[]) => stringify([['date', side, ...codes]]);

const cell = (rate: number | undefined) => (rate === undefined ? '' : plain(rate));
