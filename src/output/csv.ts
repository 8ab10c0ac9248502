import { stringify } from 'csv-stringify/sync';
import { ratesTaken } from '../periods/figures.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Document, Format, Formatter, PeriodDocument, PeriodFormat, PeriodFormatter } from './format.ts';
import { Grid } from './grid.ts';

export const csv: Format = (document) => {
  if (!document.wide) return long();
  const { row, end } = columns('date', document);
  return { day: ({ day, rates }) => row(day, rates), end };
};

export const csvOfPeriods: PeriodFormat = (document) => {
  if (!document.wide) return longOfPeriods(document);
  const { row, end } = columns('period', document);
  return { period: ({ period, pairs }) => row(period.name, ratesTaken(pairs, document.kind.take)), end };
};

function long(): Formatter {
  const { add, end } = rows(['date', 'base', 'quote', 'rate']);
  return {
    day: ({ day, base, rates }) => add(Array.from(rates, ([quote, rate]) => [day, base, quote, plain(rate)])),
    end,
  };
}

function longOfPeriods({ base, kind }: PeriodDocument): PeriodFormatter {
  const { add, end } = rows(['period', 'base', 'quote', 'rate', 'date', 'days']);
  return {
    period: ({ period, pairs }) =>
      add(
        Array.from(pairs, ([quote, figures]) => {
          const { rate, date } = figures[kind.take];
          return [period.name, base, quote, plain(rate), date, figures.days];
        }),
      ),
    end,
  };
}

type Rates = DayRates['rates'];

interface Columns {
  row(label: string, rates: Rates): string;
  end(): Iterable<string>;
}

/** One column per currency. */
function columns(label: 'date' | 'period', { base, symbols }: Document): Columns {
  return symbols ? columnsOfSymbols(label, base, symbols) : columnsOfAll(label, base);
}

function columnsOfSymbols(label: string, base: Code, symbols: readonly Code[]): Columns {
  const { add, end } = rows([label, 'base', ...symbols]);
  return {
    row: (name, rates) => add([[name, base, ...symbols.map((code) => cell(rates.get(code)))]]),
    end,
  };
}

/** Knows its columns, and so writes, only after the last row. */
function columnsOfAll(label: string, base: Code): Columns {
  const grid = new Grid<string>();
  return {
    row(name, rates) {
      grid.add({ day: name, rates });
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield stringify([[label, 'base', ...codes]]);
      for (const [index, name] of grid.days.entries())
        yield stringify([[name, base, ...codes.map((code) => cell(grid.rate(index, code)))]]);
    },
  };
}

type Cells = readonly (string | number | undefined)[];

/** The header comes with the first rows, or else at the end. */
function rows(head: Cells) {
  let header = stringify([head]);
  return {
    add(cells: readonly Cells[]): string {
      const text = header + stringify([...cells]);
      header = '';
      return text;
    },
    *end(): Generator<string> {
      if (header) yield header;
    },
  };
}

const cell = (rate: number | undefined) => (rate === undefined ? '' : plain(rate));
