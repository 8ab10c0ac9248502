import { stringify } from 'csv-stringify/sync';
import type { Code } from '../rates/code.ts';
import { plain } from '../rates/decimal.ts';
import type { Format, Formatter } from './format.ts';
import { Grid } from './grid.ts';

export const csv: Format = ({ wide, base, symbols }) => {
  if (!wide) return long();
  return symbols ? csvOfSymbols(base, symbols) : csvOfAll(base);
};

function long(): Formatter {
  let header = 'date,base,quote,rate\n';
  return {
    day({ day, base, rates }) {
      const rows = Array.from(rates, ([quote, rate]) => [day, base, quote, plain(rate)]);
      const text = header + stringify(rows);
      header = '';
      return text;
    },
    *end() {
      if (header) yield header;
    },
  };
}

export function csvOfSymbols(base: Code, symbols: readonly Code[]): Formatter {
  let header = headerOf(symbols);
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
export function csvOfAll(base: Code): Formatter {
  const grid = new Grid();
  return {
    day(day) {
      grid.add(day);
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield headerOf(codes);
      for (const [index, day] of grid.days.entries()) {
        yield stringify([[day, base, ...codes.map((code) => cell(grid.rate(index, code)))]]);
      }
    },
  };
}

const headerOf = (codes: readonly Code[]) => stringify([['date', 'base', ...codes]]);

const cell = (rate: number | undefined) => (rate === undefined ? '' : plain(rate));
