import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** What the document is, known before its first day. */
export interface Document {
  /** `days`: one document a day, or an array of them where several were asked for; `series`: one document of a range. */
  readonly kind:
    | { readonly of: 'days'; readonly several: boolean }
    | { readonly of: 'series'; readonly start: Day; readonly end: Day };
  readonly base: Code;
  /** In the order asked for; nothing: every currency, by code. */
  readonly symbols?: readonly Code[] | undefined;
  /** One column a currency. */
  readonly wide: boolean;
  /** Columns that a table may take. */
  readonly width: number;
  readonly color: boolean;
}

export type Piece = string | Uint8Array;

/** Turns days, in order, into a document, piece by piece. */
export interface Formatter {
  /** What can be written once this day is known; often nothing yet. */
  day(day: DayRates): Piece;
  /** All that is left. */
  end(): Iterable<Piece>;
}

export type Format = (document: Document) => Formatter;
