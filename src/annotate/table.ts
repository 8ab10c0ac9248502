import type { Row } from '../input/csv/scanner.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import type { Header } from './header.ts';

/** What is read of a file. */
export interface Table {
  readonly header: Header;
  /** What its rows are counted by. */
  readonly counted: Counted;
  /** From the header on, some at a time, with some of their cells, as often as they are wanted. */
  rows(columns: readonly number[]): AsyncIterable<Iterable<TableRow>>;
}

export type Counted = 'line' | 'row';

export interface TableRow extends Omit<Row, 'end'> {
  /** What the cells are in a sheet. */
  readonly kinds?: readonly (ReadCell['kind'] | undefined)[];
}
