import type { Code } from '../currencies/code.ts';
import {
  type DayBatches,
  type Document,
  type Format,
  joinBatches,
  labelOf,
  type Piece,
  type ShownRates,
} from './format.ts';
import type { Layout, Records } from './records.ts';

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

export interface RowBatch {
  readonly rows: readonly CellValues[];
  /** Of the figures so far: a day, or a time in ISO 8601. */
  readonly newest?: string | undefined;
}

export type RowBatches = AsyncIterable<RowBatch> | Iterable<RowBatch>;

export type RowLayout = Pick<Document, 'noHeader' | 'decimal' | 'provenance'> &
  Partial<Pick<Document, 'base' | 'inverted'>>;

/** Writes rows under columns, whatever is in them. */
export type RowFormat = (
  columns: readonly RowColumn[],
  batches: RowBatches,
  layout: RowLayout,
) => AsyncIterable<Piece>;

const date = { name: 'date', kind: 'date', width: 12 } as const;
const period = { name: 'period', kind: 'text', width: 12 } as const;
const rate = { kind: 'number', width: 16 } as const;
const code = { kind: 'text', width: 9 } as const;
const count = { kind: 'integer', width: 8 } as const;
const ofDay = [
  { name: 'base', ...code },
  { name: 'quote', ...code },
  { name: 'rate', ...rate },
] as const;
const ofPeriod = [
  { ...date, optional: true },
  { name: 'days', ...count },
  { name: 'of', ...count },
] as const;

/** A row per rate, or with `wide` one per day or period, with a column per currency. */
export const inRows = (format: RowFormat): Format =>
  async function* (batches, document) {
    const { kind, base, inverted, wide, symbols } = document;
    const take = kind.of === 'periods' ? kind.take : undefined;
    const first = take ? period : date;

    function longRows(shown: ShownRates): CellValues[] {
      const label = labelOf(shown);
      const rows: CellValues[] = [];
      for (const [code, rate] of shown.rates) {
        const row = inverted ? [label, code, base, rate] : [label, base, code, rate];
        const figures = take && shown.period?.pairs.get(code);
        rows.push(figures ? [...row, figures[take].date, figures.days, shown.period?.of] : row);
      }
      return rows;
    }
    if (!wide) {
      const columns = [first, ...ofDay, ...(take ? ofPeriod : [])];
      return yield* format(columns, rowBatches(batches, longRows), document);
    }

    // all currencies, and with them the columns, are only known after the last day
    const all = symbols ? undefined : await joinBatches(batches);
    const codes = symbols ?? codesIn(all?.days ?? []);
    const side = { name: inverted ? 'quote' : 'base', ...code };
    const columns = [first, side, ...codes.map((name) => ({ name, ...rate }))];
    const wideRow = (shown: ShownRates) => [
      [labelOf(shown), base, ...codes.map((code) => shown.rates.get(code))],
    ];
    yield* format(columns, rowBatches(all ? [all] : batches, wideRow), document);
  };

/** The currencies that any of the days has, sorted. */
export const codesIn = (days: readonly ShownRates[]): readonly Code[] =>
  [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].sort();

async function* rowBatches(batches: DayBatches, rowsOf: (shown: ShownRates) => readonly CellValues[]) {
  for await (const { days } of batches) {
    const last = days.at(-1);
    if (last) yield { rows: days.flatMap(rowsOf), newest: timeOf(last) };
  }
}

const timeOf = ({ day, timestamp }: ShownRates) =>
  timestamp === undefined ? day : new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z');

/** What is printed and is no day of rates, all at once. */
export function recordsInRows<Item>(
  format: RowFormat,
  { columns, items }: Records<Item>,
  layout: Layout,
): AsyncIterable<Piece> {
  const rows = items.map((item) => columns.map(({ of }) => of(item)));
  const date = columns.findIndex(({ name }) => name === 'date');
  const dates = rows.flatMap((row) => row[date]?.toString() || []);
  return format(columns, [{ rows, newest: dates.sort().at(-1) }], layout);
}
