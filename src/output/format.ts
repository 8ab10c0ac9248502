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
  /** A row a currency over all days; for tables. */
  readonly summary?: boolean | undefined;
  /** The rates are computed from those in USD. */
  readonly derived?: boolean | undefined;
  /** The day before, where a single day is shown and that one is held. */
  readonly before?: DayRates | undefined;
  /** Whether to say how to have fewer currencies. */
  readonly hint?: boolean | undefined;
  /** Columns that a table may take. */
  readonly width: number;
  /** Lines of the terminal; nothing where there is none. */
  readonly lines?: number | undefined;
  /** Whoever reads can show ASCII only. */
  readonly ascii?: boolean | undefined;
  readonly color: boolean;
}

export type Piece = string | Uint8Array;

/** Turns days, in order, into a document, piece by piece. */
export interface Formatter {
  /** What can be written once this day is known; often nothing yet. */
  day(day: DayRates): Piece;
  /** A day that was asked for and has no rates. */
  gap?(day: Day): void;
  /** All that is left. */
  end(): Iterable<Piece>;
}

export type Format = (document: Document) => Formatter;
