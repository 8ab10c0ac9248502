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
export type CellValue = string | number | undefined;

export type CellValues = readonly CellValue[];

/** What is known of the figures beside their rows. */
export interface Facts {
  /** Of what a unit is priced, or in what. */
  readonly side?: readonly ['base' | 'quote', Code];
  /** A day, or a time in ISO 8601. */
  readonly newest?: string | undefined;
}

interface RowWriter {
  /** Returns what can be written so far, often nothing. */
  write(rows: readonly CellValues[]): Piece;
  end(facts: Facts): Piece;
}

/** Writes rows under columns, whatever is in them. */
export type RowFormat = (
  columns: readonly RowColumn[],
  layout: Pick<Document, 'noHeader' | 'decimal' | 'provenance'>,
) => RowWriter;

const date = { name: 'date', kind: 'date', width: 12 } as const;
const period = { name: 'period', kind: 'text', width: 12 } as const;
const rate = { kind: 'number', width: 16 } as const;
const code = { kind: 'text', width: 9 } as const;
const count = { kind: 'integer', width: 8 } as const;
const ofDay: readonly RowColumn[] = [
  { name: 'base', ...code },
  { name: 'quote', ...code },
  { name: 'rate', ...rate },
];
const ofPeriod: readonly RowColumn[] = [
  ...ofDay,
  { ...date, optional: true },
  { name: 'days', ...count },
  { name: 'of', ...count },
];

/** A row per rate, or with `wide` one per day or period, with a column per currency. */
export const inRows =
  (format: RowFormat): Format =>
  (document) => {
    const { kind, base, inverted, wide, symbols } = document;
    const side = inverted ? 'quote' : 'base';
    const take = kind.of === 'periods' ? kind.take : undefined;
    const first = take ? period : date;
    // without symbols, the columns of `wide` are known, and written, only after the last day
    const late: ShownRates[] = [];
    let last: ShownRates | undefined;
    let writer = wide && !symbols ? undefined : open(symbols ?? []);

    function open(codes: readonly Code[]) {
      if (!wide) return format([first, ...(take ? ofPeriod : ofDay)], document);
      return format([first, { name: side, ...code }, ...codes.map((name) => ({ name, ...rate }))], document);
    }

    const wideRow = (shown: ShownRates, codes: readonly Code[]) => [
      labelOf(shown),
      base,
      ...codes.map((code) => shown.rates.get(code)),
    ];

    return {
      day(shown) {
        last = shown;
        if (writer) return writer.write(wide ? [wideRow(shown, symbols ?? [])] : longRows(shown, take));
        late.push(shown);
        return '';
      },
      *end() {
        if (!writer) {
          const codes = codesIn(late);
          writer = open(codes);
          yield writer.write(late.map((shown) => wideRow(shown, codes)));
        }
        yield writer.end({ side: [side, base], newest: last && timeOf(last) });
      },
    };
  };

/** The currencies that any of the days has, sorted. */
export const codesIn = (days: readonly ShownRates[]): readonly Code[] =>
  [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].sort();

function longRows(shown: ShownRates, take: Take | undefined): CellValues[] {
  const { rates, period } = shown;
  const label = labelOf(shown);
  const rows: CellValues[] = [];
  for (const [code, rate] of rates) {
    const row = [label, ...pairOf(shown, code), rate];
    const figures = take && period?.pairs.get(code);
    rows.push(figures ? [...row, figures[take].date, figures.days, period?.of] : row);
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
    const date = columns.findIndex(({ name }) => name === 'date');
    const [newest] = rows
      .flatMap((row) => row[date]?.toString() ?? [])
      .toSorted()
      .reverse();
    const [body, end] = [writer.write(rows), writer.end({ newest: newest || undefined })];
    if (typeof body === 'string' && typeof end === 'string') return body + end;
    return Buffer.concat([Buffer.from(body), Buffer.from(end)]);
  };
