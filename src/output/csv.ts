import { stringify } from 'csv-stringify/sync';
import { ratesTaken } from '../periods/figures.ts';
import { pairOf, type ShownRates, sideOf } from '../rates/day-rates.ts';
import { plain, withMark } from '../rates/decimal.ts';
import type { Document, Format, Formatter, PeriodDocument, PeriodFormat, PeriodFormatter } from './format.ts';
import { Grid } from './grid.ts';

type Delimiter = ',' | ';' | '\t';

/** Where a comma is the decimal mark, spreadsheets expect semicolons. */
const delimiterOf = ({ decimal }: Document): Delimiter => (decimal === 'comma' ? ';' : ',');

export const csv: Format = (document) => separated(document, delimiterOf(document));

export const csvOfPeriods: PeriodFormat = (document) => separatedPeriods(document, delimiterOf(document));

export function separated(document: Document, delimiter: Delimiter): Formatter {
  const cells = cellsOf(document, delimiter);
  if (document.wide) {
    const { row, end } = columns('date', document, cells);
    return { day: ({ day, rates }) => row(day, rates), end };
  }
  const { add, end } = rows(['date', 'base', 'quote', 'rate'], cells);
  return {
    day: (shown) =>
      add(Array.from(shown.rates, ([code, rate]) => [shown.day, ...pairOf(shown, code), cells.rate(rate)])),
    end,
  };
}

export function separatedPeriods(document: PeriodDocument, delimiter: Delimiter): PeriodFormatter {
  const cells = cellsOf(document, delimiter);
  const { take } = document.kind;
  if (document.wide) {
    const { row, end } = columns('period', document, cells);
    return { period: ({ period, pairs }) => row(period.name, ratesTaken(pairs, take)), end };
  }
  const side = sideOf(document);
  const { add, end } = rows(['period', 'base', 'quote', 'rate', 'date', 'days'], cells);
  return {
    period: ({ period, pairs }) =>
      add(
        Array.from(pairs, ([code, figures]) => {
          const { rate, date = '' } = figures[take];
          return [period.name, ...pairOf(side, code), cells.rate(rate), date, String(figures.days)];
        }),
      ),
    end,
  };
}

interface Cells {
  readonly lines: (rows: string[][]) => string;
  /** Empty where there is none. */
  readonly rate: (rate: number | undefined) => string;
}

function cellsOf({ decimal }: Document, delimiter: Delimiter): Cells {
  return {
    lines: (rows) => stringify(rows, { delimiter }),
    rate: (rate) => (rate === undefined ? '' : withMark(plain(rate), decimal)),
  };
}

/** The header comes with the first rows, or else at the end. */
function rows(head: string[], { lines }: Cells) {
  let header = lines([head]);
  return {
    add(rows: string[][]): string {
      const text = header + lines(rows);
      header = '';
      return text;
    },
    *end(): Generator<string> {
      if (header) yield header;
    },
  };
}

interface Columns {
  row(label: string, rates: ShownRates['rates']): string;
  end(): Iterable<string>;
}

/** One column per currency. */
function columns(label: 'date' | 'period', { base, inverted, symbols }: Document, cells: Cells): Columns {
  const start = [label, inverted ? 'quote' : 'base'];
  if (!symbols) return columnsOfAll(start, base, cells);
  const { add, end } = rows([...start, ...symbols], cells);
  return {
    row: (name, rates) => add([[name, base, ...symbols.map((code) => cells.rate(rates.get(code)))]]),
    end,
  };
}

/** Knows its columns, and so writes, only after the last row. */
function columnsOfAll(start: readonly string[], base: string, { lines, rate }: Cells): Columns {
  const grid = new Grid<string>();
  return {
    row(name, rates) {
      grid.add({ day: name, rates });
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield lines([[...start, ...codes]]);
      for (const [index, name] of grid.days.entries())
        yield lines([[name, base, ...codes.map((code) => rate(grid.rate(index, code)))]]);
    },
  };
}
