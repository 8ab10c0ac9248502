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
    day(shown) {
      let lines = '';
      for (const [code, rate] of shown.rates) {
        const [base, quote] = pairOf(shown, code);
        // a quarter faster than a list that is joined
        lines += `${shown.day}${delimiter}${base}${delimiter}${quote}${delimiter}${cells.rate(rate)}\n`;
      }
      return add(lines);
    },
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
          return cells.line([period.name, ...pairOf(side, code), cells.rate(rate), date, figures.days]);
        }).join(''),
      ),
    end,
  };
}

/** Nothing is quoted: days, codes, names of periods and decimals have no delimiter, quote or line end in them. */
interface Cells {
  readonly line: (cells: readonly (string | number)[]) => string;
  /** Empty where there is none. */
  readonly rate: (rate: number | undefined) => string;
}

function cellsOf({ decimal }: Document, delimiter: Delimiter): Cells {
  return {
    line: (cells) => `${cells.join(delimiter)}\n`,
    rate: (rate) => (rate === undefined ? '' : withMark(plain(rate), decimal)),
  };
}

/** The header comes with the first rows, or else at the end. */
function rows(head: readonly string[], { line }: Cells) {
  let header = line(head);
  return {
    add(lines: string): string {
      const text = header + lines;
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
    row: (name, rates) =>
      add(cells.line([name, base, ...symbols.map((code) => cells.rate(rates.get(code)))])),
    end,
  };
}

/** Knows its columns, and so writes, only after the last row. */
function columnsOfAll(start: readonly string[], base: string, { line, rate }: Cells): Columns {
  const grid = new Grid<string>();
  return {
    row(name, rates) {
      grid.add({ day: name, rates });
      return '';
    },
    *end() {
      const codes = grid.codes();
      yield line([...start, ...codes]);
      for (const [index, name] of grid.days.entries())
        yield line([name, base, ...codes.map((code) => rate(grid.rate(index, code)))]);
    },
  };
}
