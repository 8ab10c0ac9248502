import { ratesTaken } from '../periods/figures.ts';
import { pairOf, type ShownRates, sideOf } from '../rates/day-rates.ts';
import { delimiterOf, headed, rateCell } from './csv.ts';
import { delimited } from './delimited.ts';
import type { Document, Format, Formatter, PeriodDocument, PeriodFormat, PeriodFormatter } from './format.ts';
import { Grid } from './grid.ts';

export const wideCsv: Format = (document) => wideDays(document, delimiterOf(document));

export const wideTsv: Format = (document) => wideDays(document, '\t');

export const csvOfPeriods: PeriodFormat = (document) => ofPeriods(document, delimiterOf(document));

export const tsvOfPeriods: PeriodFormat = (document) => ofPeriods(document, '\t');

function wideDays(document: Document, delimiter: string): Formatter {
  const { row, end } = wideRows('date', document, delimiter);
  return { day: ({ day, rates }) => row(day, rates), end };
}

function ofPeriods(document: PeriodDocument, delimiter: string): PeriodFormatter {
  const { take } = document.kind;
  if (document.wide) {
    const { row, end } = wideRows('period', document, delimiter);
    return { period: ({ period, pairs }) => row(period.name, ratesTaken(pairs, take)), end };
  }
  const side = sideOf(document);
  const cell = rateCell(document);
  const head = delimited([['period', 'base', 'quote', 'rate', 'date', 'days']], delimiter);
  const { add, end } = headed(document, head);
  return {
    period({ period, pairs }) {
      const rows = Array.from(pairs, ([code, figures]) => {
        const { rate, date = '' } = figures[take];
        return [period.name, ...pairOf(side, code), cell(rate), date, figures.days];
      });
      return add(delimited(rows, delimiter));
    },
    end,
  };
}

interface WideRows {
  row(label: string, rates: ShownRates['rates']): string;
  end(): Iterable<string>;
}

/** One column per currency. */
function wideRows(label: 'date' | 'period', document: Document, delimiter: string): WideRows {
  const { base, inverted, symbols } = document;
  const cell = rateCell(document);
  const start = [label, inverted ? 'quote' : 'base'];
  if (!symbols) return wideRowsOfAll(document, start, delimiter);
  const { add, end } = headed(document, delimited([[...start, ...symbols]], delimiter));
  return {
    row: (name, rates) =>
      add(delimited([[name, base, ...symbols.map((code) => cell(rates.get(code)))]], delimiter)),
    end,
  };
}

/** Knows its columns, and so writes, only after the last row. */
function wideRowsOfAll(document: Document, start: readonly string[], delimiter: string): WideRows {
  const cell = rateCell(document);
  const grid = new Grid<string>();
  return {
    row(name, rates) {
      grid.add({ day: name, rates });
      return '';
    },
    *end() {
      const codes = grid.codes();
      if (!document.noHeader) yield delimited([[...start, ...codes]], delimiter);
      for (const [index, name] of grid.days.entries()) {
        const cells = codes.map((code) => cell(grid.rate(index, code)));
        yield delimited([[name, document.base, ...cells]], delimiter);
      }
    },
  };
}
