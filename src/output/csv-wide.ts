import { stringify } from 'csv-stringify/sync';
import type { Code } from '../rates/code.ts';
import { plain } from '../rates/decimal.ts';
import type { Formatter } from './format.ts';
import { Grid } from './grid.ts';

/** One column for each of these currencies; every day is written as it passes. */
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

/** One column for each currency that any day has, so that nothing can be written before the last day. */
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
