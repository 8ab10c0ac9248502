import { stringify } from 'csv-stringify/sync';
import { type PeriodRates, ratesTaken } from '../periods/figures.ts';
import type { Code } from '../rates/code.ts';
import { pairOf, type ShownRates, sideOf } from '../rates/day-rates.ts';
import { plain, withMark } from '../rates/decimal.ts';
import type { Column, Look, Records } from './columns.ts';
import { delimiterOf, rateCell } from './csv.ts';
import { type Document, type Format, headed, type PeriodDocument, type PeriodFormat } from './format.ts';
import { Grid } from './grid.ts';

type Cell = string | number;

export const delimited = (rows: readonly (readonly Cell[])[], delimiter: string): string =>
  stringify(rows as Cell[][], { delimiter });

export const wideTsv: Format = (document) => wideCsv(document, '\t');

export const tsvOfPeriods: PeriodFormat = (document) => csvOfPeriods(document, '\t');

export const tsvOfRecords = <Item>(records: Records<Item>, look: Look) => csvOfRecords(records, look, '\t');

export function wideCsv(document: Document, delimiter = delimiterOf(document)) {
  const { row, end } = wideRows('date', document, delimiter);
  return { day: ({ day, rates }: ShownRates) => row(day, rates), end };
}

export function csvOfPeriods(document: PeriodDocument, delimiter = delimiterOf(document)) {
  const { take } = document.kind;
  if (document.wide) {
    const { row, end } = wideRows('period', document, delimiter);
    return { period: ({ period, pairs }: PeriodRates) => row(period.name, ratesTaken(pairs, take)), end };
  }
  const side = sideOf(document);
  const cell = rateCell(document);
  const head = delimited([['period', 'base', 'quote', 'rate', 'date', 'days']], delimiter);
  const { add, end } = headed(document, head);
  return {
    period({ period, pairs }: PeriodRates) {
      const rows = Array.from(pairs, ([code, figures]) => {
        const { rate, date = '' } = figures[take];
        return [period.name, ...pairOf(side, code), cell(rate), date, figures.days];
      });
      return add(delimited(rows, delimiter));
    },
    end,
  };
}

/** One column per currency. Without symbols, the columns are known, and so written, only after the last row. */
function wideRows(label: 'date' | 'period', document: Document, delimiter: string) {
  const { base, inverted, symbols, noHeader } = document;
  const cell = rateCell(document);
  const headOf = (codes: readonly string[]) => delimited([[label, inverted ? 'quote' : 'base', ...codes]], delimiter);
  const lineOf = (name: string, codes: readonly Code[], rateOf: (code: Code) => number | undefined) =>
    delimited([[name, base, ...codes.map((code) => cell(rateOf(code)))]], delimiter);
  if (symbols) {
    const { add, end } = headed(document, headOf(symbols));
    const row = (name: string, rates: ShownRates['rates']) => add(lineOf(name, symbols, (code) => rates.get(code)));
    return { row, end };
  }
  const grid = new Grid<string>();
  return {
    row(name: string, rates: ShownRates['rates']): string {
      grid.add({ day: name, rates });
      return '';
    },
    *end() {
      const codes = grid.codes();
      if (!noHeader) yield headOf(codes);
      for (const [at, name] of grid.days.entries()) yield lineOf(name, codes, (code) => grid.rate(at, code));
    },
  };
}

export function csvOfRecords<Item>(
  { columns, items }: Records<Item>,
  look: Look,
  delimiter = delimiterOf(look),
): string {
  const head = look.noHeader ? [] : [columns.map(({ name }) => name)];
  const rows = items.map((item) => columns.map((column) => cellOf(column, item, look)));
  return delimited([...head, ...rows], delimiter);
}

function cellOf<Item>({ kind, of }: Column<Item>, item: Item, { decimal }: Look): string {
  const value = of(item) ?? '';
  const text = typeof value === 'number' ? plain(value) : value;
  return kind === 'number' ? withMark(text, decimal) : text;
}
