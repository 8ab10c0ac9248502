import { addDays, type Day, type DayRun, dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { Failure, type Hint } from '../errors.ts';
import type { ClientOptions, Listener } from '../http/client.ts';
import type { Attempted, RetryOptions } from '../http/retry.ts';
import type { Json } from '../json.ts';
import { type DayRates, hasUsable, type Pivot, parseRates, pivotCode } from '../rates/day-rates.ts';

// Sources.

/** Whose rates they are. A source is a file beside this one, and a line in `table.ts`. */
export interface Source {
  readonly name: string;
  /** Under which its rates may be used. */
  readonly terms: string;
  /** Where the store has its days, such as `openexchangerates.org/api`; those of two sources never mix. */
  readonly folder: string;
  /** The pivot, as the base of all rates or as their quote. */
  readonly pivot: Pivot;
  readonly calendar: Calendar;
  readonly asks: Asks;
  /** Which rates count as newest: of today, still provisional, or of the last day that was published. */
  readonly newest: 'today' | 'published';
  /**
   * Its requests have a quota, and each day that is asked for costs one. It has rates of currencies that are
   * no country's legal tender, and its answers can be shown as they were sent.
   */
  readonly isService?: true;
  /** Days have the number of the table in which their rates were published. */
  readonly hasTables?: true;
  /** Its requests are free, but to be few: limits and consent go by their number, as they do by a cost. */
  readonly isSparing?: true;
  /** All currencies that the source has, or has had; undefined: the ones that the program knows by name. */
  readonly currencies?: readonly Code[] | undefined;
  /** The rates mean nothing, and their cost is only shown. */
  readonly isMadeUp?: true;
  /** The names of its requests, in a plan. */
  readonly endpoints: string | Readonly<Record<RequestScope, string>>;
  /** Milliseconds from one publication to the next. */
  updateEvery(): number;
  /** A source without this check needs no key. @param otherwise what works without one @throws Failure */
  checkKey?(otherwise?: string): void;
  /** Reads a response that was left in the journal; undefined if it is of no use. */
  read?(request: Request, raw: Raw): Promise<SourceResponse | undefined>;
  /** @throws Failure if a key is lacking */
  open(listener: Listener): Promise<Connection | WholeConnection>;
}

/** For what one request asks: a day; the days of a month, or any within `maxDays` days; all days. */
export type Asks =
  | { readonly by: 'day' }
  | { readonly by: 'range'; readonly maxDays: number | 'a month' }
  | { readonly by: 'all' };

/** The name of the request in a plan. */
export const endpointOf = ({ endpoints }: Source, { scope }: Request): string =>
  typeof endpoints === 'string' ? endpoints : endpoints[scope];

/** The message for a currency that the source has never had; undefined where it may have it. */
export function neverHad(
  { name, pivot, currencies }: Pick<Source, 'name' | 'pivot' | 'currencies'>,
  code: Code,
): string | undefined {
  if (!currencies || currencies.includes(code) || code === pivotCode(pivot)) return undefined;
  return withEnd(`the ${name} has no rates of ${code}`, code);
}

// How it is asked.

/** The client of a source; only a service with keys needs all of it. */
export interface Subscriber extends ClientOptions {
  /** Attempts for one request. */
  readonly tries: number;
  readonly concurrency: number;
  readonly now: () => number;
  readonly appId: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  /** The folder of state files; undefined: nothing is remembered. */
  readonly state: string | undefined;
}

/** The origin of a key in words, for its refusal. */
export interface KeyOrigin {
  readonly from: string;
  /** An environment variable, which would win over a key in the file. */
  readonly isVariable: boolean;
}

/** To a source that is asked for days. */
export interface Connection {
  /** How a request is sent, and sent again. */
  prepare(
    request: Request,
    form: ResponseForm,
  ): Omit<RetryOptions, 'signal' | 'forbid'> & {
    /**
     * One attempt.
     * @param grace milliseconds that it may go on after an interrupt, once sent @throws FailedAttempt
     */
    readonly send: (grace: number) => Promise<Attempted<SourceResponse>>;
  };
  /** Whether it takes ranges; undefined if it is not known. */
  hasRanges(): boolean | undefined;
  /** A range was refused, for all that is known of the source's plans. */
  refuseRanges(): void;
  /** Free of charge; undefined: there is no quota. @throws Failure */
  usage?(): Promise<Usage>;
  close(): Promise<void>;
}

/** To a source that gives all its days at once. */
export interface WholeConnection extends Pick<Connection, 'usage' | 'close'> {
  /**
   * Undefined if nothing has changed since that version.
   * @param version undefined where nothing is stored: one download then serves every call @throws Failure
   */
  all(version?: Version): Promise<Whole | undefined>;
}

export interface Whole {
  readonly version: Version;
  /** Ascending, at least one; some may have no usable rate. */
  readonly days: readonly DayRates[];
}

/** As HTTP tells one state of a file from another. */
export interface Version {
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

// Responses.

export interface Request {
  readonly scope: RequestScope;
  readonly run: DayRun;
}

/** `newest`: the rates of now, which are those of the day in the request's `run`. */
export type RequestScope = 'days' | 'range' | 'newest';

/** The form of responses, as far as the source has a choice. */
export interface ResponseForm {
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

export interface SourceResponse extends Pick<Raw, 'served'> {
  readonly run: DayRun;
  /** The outcome of each day of the run, in order. */
  readonly days: readonly DayOutcome[];
  readonly body?: Buffer;
}

export type DayOutcome = DayRates | UnavailableDay;

/**
 * Why a day has no rates. `unusable`: all that it has are 0, negative or not a number. `not available`: the
 * source says so, asked for the day; `no rates`: an answer lacks the day; `no base`: the day has no rate for
 * the base; `not published`: the source never publishes on such a day; `not yet`: it has not published yet.
 */
export interface UnavailableDay extends Partial<Pick<Raw, 'served'>> {
  readonly day: Day;
  readonly reason:
    | 'unavailable'
    | 'no rates'
    | 'unusable'
    | 'no base'
    | 'not stored'
    | 'closed'
    | 'not published yet';
}

/** A day without any usable rate is refused as a whole. */
export const outcomeOf = (rates: DayRates, served?: number): DayOutcome =>
  hasUsable(rates) ? rates : { day: rates.day, reason: 'unusable', served };

export const isUnavailable = (outcome: DayOutcome): outcome is UnavailableDay => 'reason' in outcome;

/** Nobody could have rates of the day. */
export const isNotDue = ({ reason }: Pick<UnavailableDay, 'reason'>) =>
  reason === 'closed' || reason === 'not published yet';

export function ratesIn({ days }: Pick<SourceResponse, 'days'>): DayRates[] {
  const found: DayRates[] = [];
  for (const outcome of days) if (!isUnavailable(outcome)) found.push(outcome);
  return found;
}

export interface Usage {
  readonly subscription: string;
  readonly requests: number;
  /** Undefined if unlimited. */
  readonly quota: number | undefined;
  /** 0 if overdrawn, undefined if unlimited. */
  readonly remaining: number | undefined;
  readonly daysElapsed: number | undefined;
  readonly daysRemaining: number | undefined;
  /** Whether the plan has time series; undefined if unknown. */
  readonly timeSeries?: boolean | undefined;
  /** Seconds from one publication to the next; undefined if unknown. */
  readonly updateFrequency?: number | undefined;
  readonly data: Readonly<Record<string, Json>>;
}

/** By the source's own count of days, else the first of the next month. */
export function quotaRenewal(usage: Usage | undefined, now: number): Day {
  const today = dayAt(now);
  const days = usage?.daysRemaining;
  return addDays(days === undefined ? lastOfMonth(monthOf(today)) : addDays(today, days), 1);
}

// Common to central banks.

const hour = 3_600_000;

/**
 * Rates that are published once and for all, on working days.
 * @param dueAt hour in UTC by which those of the day are published
 */
export const publishedRates = (first: Day, dueAt: number, isWorkingDay: (day: Day) => boolean) => ({
  calendar: {
    first,
    publishes: isWorkingDay,
    due: (now: number) => dayAt(now - dueAt * hour),
    isFinal: () => true,
  },
  newest: 'published' as const,
  updateEvery: () => hour,
});

/** Without the codes that have no usable figure, or two; undefined where there is no code at all. */
export function ratesOf(
  figures: Iterable<readonly [code: string, rate: number]>,
): Pick<DayRates, 'rates' | 'dropped'> | undefined {
  const rates = new Map<string, number>();
  for (const [code, rate] of figures) rates.set(code, (rates.get(code) ?? rate) === rate ? rate : Number.NaN);
  return rates.size === 0 ? undefined : parseRates(Object.fromEntries(rates));
}

// Why it gives nothing.

/** The source refuses a request, and would refuse the same one again. */
export class Refused extends Failure {
  constructor(
    readonly kind: 'not_available' | 'invalid_base' | 'not_allowed' | 'key' | 'quota' | 'other',
    { code, message, hints }: Failure,
    /** The missing feature of the plan. */
    readonly feature?: 'time series' | 'symbols' | 'base' | undefined,
    /** The response's `Date`, in milliseconds since 1970. */
    readonly served?: number | undefined,
  ) {
    super(code, message, ...hints);
  }
}

/** Nothing could be requested: no key, no connection, or no place to store responses. */
export class NotRequested extends Failure {
  constructor(
    { code, message, hints }: Failure,
    /** Fits after "and". */
    readonly why = message,
    /** Hints that help also where most of the days are stored. */
    readonly elsewhere: readonly Hint[] = [],
  ) {
    super(code, message, ...hints, ...elsewhere);
  }
}
