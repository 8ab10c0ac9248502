import type { Day } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import type { Code } from '../currencies/code.ts';
import {
  countPublishingDays,
  figuresOf,
  type PeriodRates,
  type Periods,
  type PublishingCalendar,
  ratesTaken,
} from '../rates/aggregate.ts';
import { PeriodProblems } from '../rates/caveats.ts';
import { type DayRates, sideOf } from '../rates/day-rates.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { LeftOut } from '../rates/left-out.ts';
import type { Origin } from './origin.ts';

interface PeriodsOfRange extends Periods {
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
  /** The day before a single day, where it is stored. */
  readonly before?: ((day: Day) => DayRates | undefined) | undefined;
  /** Lines may lead on to other commands, as on a terminal. */
  readonly hint?: boolean | undefined;
  /** In milliseconds since 1970; undefined: all days are finished. */
  readonly now?: number | undefined;
  /** Room for a table, in terminal columns. */
  readonly width: number;
  readonly lines?: number | undefined;
  readonly ascii?: boolean | undefined;
  readonly color: boolean;
  readonly source?: string | undefined;
  readonly origin?: Origin | undefined;
}

export type Piece = string | Uint8Array;

export interface Formatter {
  /** Returns what can be written so far, often nothing. */
  day(day: DayRates): Piece;
  /** A day without rates. @param isOff none are published on it, or they are not there yet */
  gap?(day: Day, isOff: boolean): void;
  end(): Iterable<Piece>;
  leftOut?(): readonly LeftOut[];
  /** What is wrong with the figures, once all have been written. */
  problems?(): readonly string[];
}

export type Format = (document: Document) => Formatter;

/** How the days of a year are written to a file, and told in one. */
export interface YearFormat {
  readonly format: Format;
  /** Two days with different rates have different digests. */
  digestOf(day: DayRates): string;
  /** The digests by day of a file; undefined if another program wrote it. */
  contentsIn(file: Uint8Array): ReadonlyMap<Day, string | undefined> | undefined;
}

export interface PeriodDocument extends Document {
  readonly kind: PeriodsOfRange;
}

export interface PeriodFormatter {
  period(period: PeriodRates): Piece;
  end(): Iterable<Piece>;
  problems?(): readonly string[];
}

export type PeriodFormat = (document: PeriodDocument) => PeriodFormatter;

export function inPeriods(format: PeriodFormat, document: PeriodDocument): Formatter {
  const { symbols, kind } = document;
  const formatter = format(document);
  let current: Period | undefined;
  let days: DayRates[] = [];
  const problems = new PeriodProblems(document);

  function close(period: Period): Piece {
    const rated = new Set(days.map(({ day }) => day));
    const first = period.first < kind.start ? kind.start : period.first;
    const last = period.last < kind.end ? period.last : kind.end;
    const of = countPublishingDays(daysOf({ first, last }, kind), kind.calendar, (day) => rated.has(day));
    const figures = figuresOf(period, days, { end: kind.end, symbols, of, take: kind.take });
    problems.add(figures);
    return formatter.period(figures);
  }

  return {
    day(day) {
      let piece: Piece = '';
      if (!current || day.day > current.last) {
        if (current) piece = close(current);
        current = periodOf(day.day, kind.every);
        days = [];
      }
      days.push(day);
      return piece;
    },
    *end() {
      if (current) yield close(current);
      yield* formatter.end();
    },
    problems: () => [...problems.lines(), ...(formatter.problems?.() ?? [])],
  };
}

/** For a format that knows only days: a period is its last day, with the figures as rates. */
export function asDays(format: Format): PeriodFormat {
  return (document) => {
    const formatter = format(document);
    const { kind, base, inverted } = document;
    const side = sideOf({ base, inverted });
    return {
      period: ({ day, pairs }) => formatter.day({ day, ...side, rates: ratesTaken(pairs, kind.take) }),
      end: () => formatter.end(),
      problems: () => formatter.problems?.() ?? [],
    };
  };
}

/** The head comes with the first lines, or else at the end. */
export function headed({ noHeader }: Pick<Document, 'noHeader'>, head: string) {
  let before = noHeader ? '' : head;
  return {
    add(lines: string): string {
      const text = before + lines;
      before = '';
      return text;
    },
    *end(): Generator<string> {
      if (before) yield before;
    },
  };
}
