import type { Day } from '../calendar/day.ts';
import { columnsOf, type Entry, EntryReader, type Reading } from './entry.ts';
import type { Header, SumColumns } from './header.ts';
import type { TableRow } from './table.ts';

interface RowReading extends Omit<Reading, 'columns' | 'day'> {
  /** That of all rows; undefined if a column has them. */
  readonly dayOf: (sum: SumColumns) => Day | undefined;
}

/** Reads the amounts of each row, with their days and currencies. */
export class RowReader {
  /** Those that are read. */
  readonly columns: readonly number[];
  readonly sums: readonly EntryReader[];
  readonly #first: EntryReader;

  constructor(header: Header, { dayOf, ...reading }: RowReading) {
    const columns = columnsOf(header);
    const readerOf = (sum: SumColumns) =>
      new EntryReader(header, sum, { ...reading, columns, day: dayOf(sum) });
    const [first, ...others] = header.sums;
    this.columns = columns;
    this.#first = readerOf(first);
    this.sums = [this.#first, ...others.map(readerOf)];
  }

  /** One per amount; undefined if cells may be displaced. */
  read(row: TableRow): readonly Entry[] | undefined {
    if (this.gap(row) === undefined) return undefined;
    return this.sums.map((sum) => sum.read(row));
  }

  /**
   * How many delimiters stand before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced.
   */
  gap(row: TableRow): number | undefined {
    return this.#first.gap(row);
  }

  /** Whether another table begins. */
  isHeader(row: TableRow): boolean {
    return this.#first.isHeader(row);
  }
}
