import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

export interface Document {
  /** `days`: one document, or an array if several days were requested; `series`: one document for the range. */
  readonly kind:
    | { readonly of: 'days'; readonly several: boolean }
    | { readonly of: 'series'; readonly start: Day; readonly end: Day };
  readonly base: Code;
  /** In the order requested; undefined: every currency, sorted by code. */
  readonly symbols?: readonly Code[] | undefined;
  readonly wide: boolean;
  /** Of a table, in terminal columns. */
  readonly width: number;
  readonly color: boolean;
}

export type Piece = string | Uint8Array;

export interface Formatter {
  /** Returns what can be written so far, often nothing. */
  day(day: DayRates): Piece;
  end(): Iterable<Piece>;
}

export type Format = (document: Document) => Formatter;
