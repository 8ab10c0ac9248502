import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { PeriodRates, Periods, PublishingCalendar } from '../rates/aggregate.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { Colors } from './table/columns.ts';

export interface PeriodsOfRange extends Periods {
  readonly of: 'periods';
  readonly start: Day;
  readonly end: Day;
  /** Of the source, up to its last finished day. */
  readonly calendar: PublishingCalendar;
}

export interface Document {
  /** `days`: a document, or a list of them if several days were asked for; else a document for the range. */
  readonly kind:
    | { readonly of: 'days'; readonly several: boolean }
    | { readonly of: 'series'; readonly start: Day; readonly end: Day }
    | PeriodsOfRange;
  readonly base: Code;
  /** The base is the quote of every rate: 1 unit of each currency in the base. */
  readonly inverted: boolean;
  /** In the order requested; undefined: every currency, sorted by code. */
  readonly symbols?: readonly Code[] | undefined;
  readonly wide: boolean;
  readonly decimal?: DecimalMark | undefined;
  readonly noHeader?: boolean | undefined;
  readonly summary?: boolean | undefined;
  /** The rates mean nothing: whatever is shown to people says so itself, since notes can be missed. */
  readonly isMadeUp?: boolean | undefined;
  /** The base of the rates that these are computed from; undefined: all are as published. */
  readonly derivedFrom?: Code | undefined;
  /** Lines may lead on to other commands, as on a terminal. */
  readonly hint?: boolean | undefined;
  /** In milliseconds since 1970; undefined: all days are finished. */
  readonly now?: number | undefined;
  /** Room for a table, in terminal columns. */
  readonly width: number;
  readonly lines?: number | undefined;
  readonly ascii?: boolean | undefined;
  readonly chalk?: Colors;
  readonly source?: string | undefined;
  readonly provenance?: Provenance | undefined;
}

/** Source and terms of the figures in a document. */
export interface Provenance {
  /** As it was typed, but for what only says how and where it is written. */
  readonly command: string;
  readonly source?:
    | {
        readonly name: string;
        /** Under which its rates may be used. */
        readonly terms: string;
        readonly isMadeUp?: true | undefined;
      }
    | undefined;
}

export type Piece = string | Uint8Array;

/** The rates of a day, or a period with the figure taken of each currency as its rate, under its last day. */
export type ShownRates = DayRates & {
  readonly period?: PeriodRates;
  /** Of the day before a single day, where it is stored. */
  readonly before?: DayRates | undefined;
};

/** `2024-01-17`, or of a period `2024-01`. */
export const labelOf = ({ day, period }: ShownRates): string => period?.period.name ?? day;

/** Requested days, in order: those with rates, and the reason for each of the others. */
export interface DayBatch {
  readonly days: readonly ShownRates[];
  /** Without rates, though the source should have some. */
  readonly missing?: readonly Day[];
  /** How many have no rates, because none are published or not yet. */
  readonly closed?: number;
}

export type DayBatches = AsyncIterable<DayBatch> | Iterable<DayBatch>;

/** Findings of a format while it writes. */
export interface FormatFindings {
  readonly notes: string[];
  /** Problems with the figures. */
  readonly problems: string[];
}

/** All days of a document. */
export type AllDays = Required<DayBatch>;

export async function joinBatches(batches: DayBatches): Promise<AllDays> {
  const days: ShownRates[] = [];
  const missing: Day[] = [];
  let closed = 0;
  for await (const batch of batches) {
    days.push(...batch.days);
    missing.push(...(batch.missing ?? []));
    closed += batch.closed ?? 0;
  }
  return { days, missing, closed };
}

export const inLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
