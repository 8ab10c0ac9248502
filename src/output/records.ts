import type { Json } from '../json.ts';
import { plain } from '../rates/decimal.ts';
import type { Document } from './format.ts';

export interface Column {
  readonly name: string;
  /** `json`: any value, whose items are words in text; JSON has no member where it is undefined. */
  readonly kind: 'text' | 'number' | 'integer' | 'date' | 'json';
  readonly optional?: true;
  /** In a sheet, in characters; undefined: as its cells need. */
  readonly width?: number;
  /** The heading in a table; undefined: the name. */
  readonly head?: string;
  /** What happens in a table without room, to the first before the last. Others keep their width. */
  readonly narrow?: 'cut' | 'left out';
  /** Loses its accents where the screen has none: a name may, a path or a setting would be another. */
  readonly isName?: true;
}

type Kind = Column['kind'];

/** Columns by their names: kinds, with a question mark where cells can be undefined, or more than that. */
export function columnsOf(
  columns: Readonly<Record<string, Kind | `${Kind}?` | Omit<Column, 'name'>>>,
): Column[] {
  return Object.entries(columns).map(([name, column]) => {
    if (typeof column !== 'string') return { name, ...column };
    const kind = column.replace('?', '') as Kind;
    return kind === column ? { name, kind } : { name, kind, optional: true };
  });
}

/** A number may be a decimal as text, which has more digits than a JavaScript number. */
export type CellValue = Json | undefined;

export type CellValues = readonly CellValue[];

type Rows = readonly CellValues[];

/** Rows of any number below their columns, in one batch at least. */
export interface RowStream {
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<Rows> | Iterable<Rows>;
}

/** Records other than days of rates. */
export interface Records {
  readonly columns: readonly Column[];
  readonly rows: Rows;
  readonly isHeadless?: true;
  /** In place of a table. */
  readonly text?: string | undefined;
  /** In place of a list of rows. */
  readonly json?: Json;
}

export interface Layout extends Partial<Omit<Document, 'width'>> {
  /** Of a terminal, in columns. */
  readonly width?: number | undefined;
}

/** In text. A list is its items, a map `name:value`, with blanks between them. */
export function textOfCell(cell: CellValue): string {
  if (cell instanceof Map) return Array.from(cell, (entry) => entry.join(':')).join(' ');
  if (Array.isArray(cell)) return cell.map(textOfCell).join(' ');
  return typeof cell === 'number' ? plain(cell) : String(cell ?? '');
}
