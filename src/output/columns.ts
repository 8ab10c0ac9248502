import type { DecimalMark } from '../rates/decimal.ts';
import type { Json } from '../rates/json.ts';

/** What a column of records is called, what it has, and how a table shows it. */
export interface Column<Item> {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'integer' | 'date';
  /** A number may be a decimal, which has more digits than a JavaScript number. */
  readonly of: (item: Item) => string | number | undefined;
  /** Not every record has a value. */
  readonly optional?: true;
  /** The value in json and ndjson, where those have more to say than text. */
  readonly json?: (item: Item) => Json;
  /** False: not in a table. */
  readonly table?: InTable<Item> | false;
}

interface InTable<Item> {
  /** Its name by default. */
  readonly head?: string;
  readonly text?: (item: Item) => string;
  /** Where it is narrow; a column that is neither cut nor left out keeps its width. */
  readonly narrow?: 'cut' | 'left out';
}

/** All that is printed and is no day of rates. */
export interface Records<Item> {
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  /** A table has no line of heads. */
  readonly headless?: true;
  /** The last line of a table. */
  readonly foot?: readonly string[];
  /** Where a table is not made of the columns. */
  readonly table?: () => string;
  /** Where json is not an array of the records. */
  readonly json?: () => string;
}

export interface Look {
  readonly noHeader: boolean;
  readonly decimal: DecimalMark;
  /** Of a table, in terminal columns. */
  readonly width: number;
  /** Nothing but ASCII can be shown. */
  readonly ascii: boolean;
}
