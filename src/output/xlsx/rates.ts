import type { Code } from '../../currencies/code.ts';
import { ratesTaken } from '../../rates/aggregate.ts';
import { type DayRates, pairOf, sideOf } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import type { Document, Format, PeriodFormat } from '../format.ts';
import { Grid } from '../grid.ts';
import { type Book, openBook } from './book.ts';
import type { SheetColumn } from './workbook.ts';

const date: SheetColumn = { name: 'date', kind: 'date', width: 12 };
const period: SheetColumn = { name: 'period', kind: 'text', width: 12 };
const counts = ['days', 'of'].map((name): SheetColumn => ({ name, kind: 'number', width: 8 }));
const code = (name: string): SheetColumn => ({ name, kind: 'text', width: 9 });
const rate = (name: string): SheetColumn => ({ name, kind: 'number', width: 16 });
const pair = [code('base'), code('quote'), rate('rate')];

export const xlsx: Format = (document) => {
  const book = openBook(document.origin);
  const add = document.wide ? wideRows(date, document, book) : undefined;
  const row = add ? undefined : book.list([date, ...pair]);
  let newest: string | undefined;

  return {
    day(shown) {
      newest = timeOf(shown);
      add?.row(shown.day, shown.rates);
      if (row) for (const [code, rate] of shown.rates) row([shown.day, ...pairOf(shown, code), plain(rate)]);
      return book.drain();
    },
    *end() {
      add?.end();
      yield book.end({ side: sideIn(document), newest });
    },
  };
};

export const xlsxOfPeriods: PeriodFormat = (document) => {
  const { take } = document.kind;
  const book = openBook(document.origin);
  const add = document.wide ? wideRows(period, document, book) : undefined;
  const row = add ? undefined : book.list([period, ...pair, date, ...counts]);
  const side = sideOf(document);
  let newest: string | undefined;

  return {
    period({ period, day, pairs, of }) {
      newest = day;
      add?.row(period.name, ratesTaken(pairs, take));
      if (row)
        for (const [code, figures] of pairs) {
          const { rate, date } = figures[take];
          row([period.name, ...pairOf(side, code), plain(rate), date, String(figures.days), String(of)]);
        }
      return book.drain();
    },
    *end() {
      add?.end();
      yield book.end({ side: sideIn(document), newest });
    },
  };
};

const sideIn = ({ base, inverted }: Document) => [inverted ? 'quote' : 'base', base] as const;

const timeOf = ({ day, timestamp }: DayRates) =>
  timestamp === undefined ? day : new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z');

/** A column per currency. Without symbols, these are known, and written, only after the last row. */
function wideRows(first: SheetColumn, { base, inverted, symbols }: Document, book: Book) {
  const columnsOf = (codes: readonly Code[]) => [
    first,
    code(inverted ? 'quote' : 'base'),
    ...codes.map(rate),
  ];
  const text = (rate: number | undefined) => (rate === undefined ? undefined : plain(rate));

  if (symbols) {
    const row = book.list(columnsOf(symbols));
    return {
      row: (name: string, rates: DayRates['rates']) =>
        row([name, base, ...symbols.map((code) => text(rates.get(code)))]),
      end: () => {},
    };
  }

  const grid = new Grid<string>();
  return {
    row: (name: string, rates: DayRates['rates']) => grid.add({ day: name, rates }),
    end() {
      const codes = grid.codes();
      const row = book.list(columnsOf(codes));
      for (const [at, name] of grid.days.entries())
        row([name, base, ...codes.map((code) => text(grid.rate(at, code)))]);
    },
  };
}
