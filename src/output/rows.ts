import type { Code } from '../currencies/code.ts';
import type { Take } from '../rates/aggregate.ts';
import { pairOf } from '../rates/day-rates.ts';
import { type Document, type Format, labelOf, type Piece, type ShownRates } from './format.ts';
import type { RecordsWriter } from './records.ts';

export interface RowColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'integer' | 'date';
  readonly optional?: true;
  /** In a sheet, in characters; undefined: as its cells need. */
  readonly width?: number;
}

/** A number may be a decimal as text, which has more digits than a JavaScript number. */
export type Cell = string | number | undefined;

export type Row = readonly Cell[];

/** What is known of the figures beside their rows. */
export interface Facts {
  /** Of what a unit is priced, or in what. */
  readonly side?: readonly ['base' | 'quote', Code];
  /** A day, or a time in ISO 8601. */
  readonly newest?: string | undefined;
}

interface RowWriter {
  /** Returns what can be written so far, often nothing. */
  write(rows: readonly Row[]): Piece;
  end(facts: Facts): Piece;
}

type RowLayout = Pick<Document, 'noHeader' | 'decimal' | 'origin'>;

/** Writes rows under columns, whatever is in them. */
export type RowFormat = (columns: readonly RowColumn[], layout: RowLayout) => RowWriter;

const code = (name: string): RowColumn => ({ name, kind: 'text', width: 9 });
const rate = (name: string): RowColumn => ({ name, kind: 'number', width: 16 });
const count = (name: string): RowColumn => ({ name, kind: 'integer', width: 8 });
const date: RowColumn = { name: 'date', kind: 'date', width: 12 };
const period: RowColumn = { name: 'period', kind: 'text', width: 12 };
const pair = [code('base'), code('quote'), rate('rate')];
const ofPeriod = [{ ...date, optional: true } as const, count('days'), count('of')];

/** A row per rate, or with `wide` one per day or period, with a column per currency. */
export const inRows =
  (format: RowFormat): Format =>
  (document) => {
    const { kind, base, inverted, wide, symbols } = document;
    const side = inverted ? 'quote' : 'base';
    const take = kind.of === 'periods' ? kind.take : undefined;
    const first = take ? period : date;
    const long = [first, ...pair, ...(take ? ofPeriod : [])];
    const open = (codes: readonly Code[]) =>
      format(wide ? [first, code(side), ...codes.map(rate)] : long, document);
    const rowsOf = (shown: ShownRates, codes: readonly Code[]) =>
      wide ? [[labelOf(shown), base, ...codes.map((code) => shown.rates.get(code))]] : longRows(shown, take);

    // without symbols, the columns of `wide` are known, and written, only after the last day
    const late: ShownRates[] = [];
    let writer = wide && !symbols ? undefined : open(symbols ?? []);
    let last: ShownRates | undefined;
    return {
      day(shown) {
        last = shown;
        if (writer) return writer.write(rowsOf(shown, symbols ?? []));
        late.push(shown);
        return '';
      },
      *end() {
        if (!writer) {
          const codes = [...new Set(late.flatMap(({ rates }) => [...rates.keys()]))].sort();
          writer = open(codes);
          yield writer.write(late.flatMap((shown) => rowsOf(shown, codes)));
        }
        yield writer.end({ side: [side, base], newest: last && timeOf(last) });
      },
    };
  };

function longRows(shown: ShownRates, take: Take | undefined): Row[] {
  const { rates, period } = shown;
  const label = labelOf(shown);
  const rows: Row[] = [];
  for (const [code, rate] of rates) {
    const [base, quote] = pairOf(shown, code);
    const figures = period?.pairs.get(code);
    if (!period || !figures || !take) rows.push([label, base, quote, rate]);
    else rows.push([label, base, quote, rate, figures[take].date, figures.days, period.of]);
  }
  return rows;
}

const timeOf = ({ day, timestamp }: ShownRates) =>
  timestamp === undefined ? day : new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z');

/** What is printed and is no day of rates, all at once. */
export const recordsInRows =
  (format: RowFormat): RecordsWriter =>
  ({ columns, items }, layout) => {
    const writer = format(columns, layout);
    const rows = items.map((item) => columns.map(({ of }) => of(item)));
    const dates = columns.findIndex(({ name }) => name === 'date');
    const newest = rows
      .map((row) => row[dates]?.toString() ?? '')
      .sort()
      .at(-1);
    const pieces = [writer.write(rows), writer.end({ newest: newest || undefined })];
    return pieces.every((piece) => typeof piece === 'string')
      ? pieces.join('')
      : Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  };
