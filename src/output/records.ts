import type { Json } from '../json.ts';
import type { Document } from './format.ts';
import type { CellValue, RowColumn } from './rows.ts';

export interface Column<Item> extends RowColumn {
  readonly of: (item: Item) => CellValue;
  /** The value in json and ndjson, where those have more to say than text. */
  readonly json?: (item: Item) => Json | undefined;
  readonly table?: {
    readonly head?: string;
    readonly text?: (item: Item) => string;
    /** What happens where there is no room, first to those that are cut first. Others keep their width. */
    readonly narrow?: 'cut first' | 'cut' | 'left out';
    /** Loses its accents where the screen has none: a name may, a path or a setting would be another. */
    readonly isName?: true;
  };
}

/** What is printed and is no day of rates. */
export interface Records<Item> {
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly headless?: true;
  readonly foot?: readonly string[];
  readonly table?: (layout: Layout) => string;
  /** Of the whole, in place of a list of items. */
  readonly json?: Json;
}

export interface Layout extends Pick<Document, 'noHeader' | 'decimal' | 'width' | 'provenance'> {
  readonly ascii: boolean;
}
