import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, hasUsable } from '../rates/day-rates.ts';

export interface Request {
  readonly wanted: Wanted;
  readonly run: DayRun;
}

/** `newest`: the rates of now, which are those of the day in the request's `run`. */
export type Wanted = 'days' | 'range' | 'newest';

/** What answers are to be like, as far as the source can choose. */
export interface AnswerForm {
  readonly base?: Code | undefined;
  readonly symbols?: readonly Code[] | undefined;
  readonly alternative: boolean;
  readonly prettyprint: boolean;
}

/** A response that was paid for, before it is read. */
export interface Raw {
  readonly body: Buffer;
  /** The time at the source, in milliseconds since 1970. */
  readonly served: number | undefined;
}

export interface Answer extends Pick<Raw, 'served'> {
  readonly run: DayRun;
  /** What became of each day of the run, in order. */
  readonly days: readonly DayOutcome[];
  /** Dates in the answer that nobody asked for. */
  readonly surplus: readonly string[];
  readonly body?: Buffer;
}

export type DayOutcome = DayRates | Gap;

/** Days that come together, in order. */
export type DayBatch = readonly DayOutcome[];

/**
 * Why a day has no rates. `unusable`: all that it has are 0, negative or not a number. `not available`: the
 * source says so, asked for the day; `no rates`: an answer lacks the day; `no base`: the day has no rate for
 * the base; `not published`: the source never publishes on such a day; `not yet`: it has not published yet.
 */
export interface Gap extends Partial<Pick<Raw, 'served'>> {
  readonly day: Day;
  readonly gap:
    | 'not available'
    | 'no rates'
    | 'unusable'
    | 'no base'
    | 'not held'
    | 'not published'
    | 'not yet';
}

/** A day without any usable rate is refused as a whole. */
export const outcomeOf = (rates: DayRates, served?: number): DayOutcome =>
  hasUsable(rates) ? rates : { day: rates.day, gap: 'unusable', served };

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

/** Nobody could have rates of the day. */
export const isOff = ({ gap }: Gap) => gap === 'not published' || gap === 'not yet';

export const ratesIn = ({ days }: Pick<Answer, 'days'>): DayRates[] =>
  days.filter((outcome): outcome is DayRates => !isGap(outcome));
