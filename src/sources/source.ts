import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { DayRun } from '../calendar/runs.ts';
import { Failure } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Json } from '../rates/json-text.ts';
import type { Budget } from './ledger.ts';

/** Whose rates they are. A source is a folder beside this file, and a line in `table.ts`. */
export interface Source<Link = Connection | WholeConnection> {
  readonly name: string;
  /** Of its days in the store: `openexchangerates.org/api`. Its days never mix with those of another. */
  readonly folder: string;
  /** What its rates are published relative to: units of each currency for one of the pivot. */
  readonly pivot: Code;
  readonly calendar: Calendar;
  readonly asks: Asks;
  /** What counts as newest: the rates of today, still running, or those of the last day that was published. */
  readonly newest: 'today' | 'published';
  readonly has: Has;
  /** All that it has, or has had; undefined: those of the list. */
  readonly currencies?: readonly Code[];
  /** Its rates mean nothing, and its cost is only shown. */
  readonly isMadeUp?: true;
  /** What it calls its requests; as they are wanted, if it has no names for them. */
  readonly endpoints?: Readonly<Record<Wanted, string>>;
  /** Milliseconds from one publication to the next. */
  updateEvery(): number;
  /** Without it, no key is needed. @param otherwise what works without one @throws Failure that says where to get one */
  checkKey?(otherwise?: string): void;
  /** Reads what `onResponse` was given by a process that died; undefined if it is of no use. */
  read?(request: Request, came: Raw): Promise<Answer | undefined>;
  /** @throws Failure if a key is lacking */
  open(listener: Listener): Promise<Link>;
}

/** `range`: the days of a month in one request, or any that lie within `most` days; `all`: whatever it has, in one. */
export type Asks =
  | { readonly by: 'day' }
  | { readonly by: 'range'; readonly most: number | 'a month' }
  | { readonly by: 'all' };

export interface Has {
  /** Rates of currencies that are no country's legal tender. */
  readonly alternative: boolean;
  /** Answers that can be shown as they were sent. */
  readonly raw: boolean;
  /** Each day that is asked for costs one request of it. */
  readonly quota: boolean;
}

/** As a plan shows it: what the source calls the request. */
export const endpointOf = ({ asks, endpoints }: Pick<Source, 'asks' | 'endpoints'>, { wanted }: Request): string =>
  asks.by === 'all' ? asks.by : (endpoints?.[wanted] ?? wanted);

interface Opened {
  /** Free of charge; without it, there is no quota. @throws Failure */
  usage?(): Promise<Usage>;
  /** Whose quota it is, without saying the key. */
  readonly account?: string;
  close(): Promise<void>;
}

export interface Connection extends Opened {
  begin(errand: Errand): Fetch;
}

export interface WholeConnection extends Opened {
  /** Undefined if nothing has changed since that version. @throws Failure; Unasked where no answer comes */
  all(version?: Version): Promise<Whole | undefined>;
}

/** As HTTP tells one state of a file from another. */
export interface Version {
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

export interface Whole {
  readonly version: Version;
  /** Ascending, at least one. */
  readonly days: readonly DayRates[];
}

/** Gives each answer to `came`, in any order, and awaits it. `beforeSending` may throw, to send nothing. @throws Failure */
export type Fetch = (
  request: Request,
  came: (answer: Answer) => Promise<void>,
  beforeSending?: () => void,
) => Promise<void>;

/** `newest`: the rates of now, which are those of the day in `run`. */
export type Wanted = 'days' | 'range' | 'newest';

export interface Request {
  readonly wanted: Wanted;
  readonly run: DayRun;
}

export interface Errand {
  readonly form: Form;
  readonly budget: Budget;
  /** Once aborted, nothing more is sent; requests in flight go on. */
  readonly signal: AbortSignal;
  /** For a failure that every other request would meet too. */
  readonly stop: (reason: unknown) => void;
  /** Awaited with whatever was paid for, before it is read. */
  readonly onResponse?: ((request: Request, came: Raw) => Promise<void>) | undefined;
}

export interface Form {
  readonly base?: Code | undefined;
  readonly symbols?: readonly Code[] | undefined;
  readonly alternative: boolean;
  readonly prettyprint: boolean;
}

export interface Raw {
  readonly body: Buffer;
  /** The time at the source, in milliseconds since 1970. */
  readonly served: number | undefined;
}

export interface Listener {
  readonly signal: AbortSignal;
  /** Must never be shown. */
  readonly onSecret: (text: string) => void;
  readonly onTry: (attempt: Try) => void;
  readonly onDetail: (text: string) => void;
  readonly onTrouble: (failure: Failure) => void;
}

export interface Try {
  readonly url: URL;
  readonly number: number;
  readonly outcome: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until the next try, if there is one. */
  readonly wait?: number | undefined;
  /** Nothing has been sent to the source yet. */
  readonly unreached?: boolean | undefined;
}

/**
 * `not available`: so says the source, asked for the day; `no rates`: an answer lacks it; `no base`: no rate for the base;
 * `not published`: it is no day on which the source publishes; `not yet`: one on which it has not yet.
 */
export interface Gap {
  readonly day: Day;
  readonly gap: 'not available' | 'no rates' | 'no base' | 'not held' | 'not published' | 'not yet';
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

export interface Answer extends Pick<Raw, 'served'> {
  readonly run: DayRun;
  /** Of each day of the run, in order. */
  readonly days: readonly DayOutcome[];
  readonly surplus: readonly string[];
  readonly body?: Buffer;
}

/** Nobody could have its rates. */
export const isOff = ({ gap }: Gap) => gap === 'not published' || gap === 'not yet';

export const ratesIn = ({ days }: Pick<Answer, 'days'>): DayRates[] =>
  days.filter((outcome): outcome is DayRates => !isGap(outcome));

/** Refusals are final: the same request would be refused again. */
export type RefusalKind = 'not_available' | 'invalid_base' | 'not_allowed' | 'key' | 'quota' | 'other';

export type Feature = 'time series' | 'symbols' | 'base';

export class Refused extends Failure {
  constructor(
    readonly kind: RefusalKind,
    { exitCode, message, hints }: Failure,
    readonly feature?: Feature | undefined,
    /** The response's `Date`, in milliseconds since 1970. */
    readonly served?: number | undefined,
  ) {
    super(exitCode, message, ...hints);
  }
}

/** Nothing could be asked: there is no key, no way to the source, or no place to keep what comes. */
export class Unasked extends Failure {
  constructor(
    { exitCode, message, hints }: Failure,
    /** Fits after "and". */
    readonly why = message,
    /** Hints that help also where most of the days are stored. */
    readonly ways: readonly string[] = [],
  ) {
    super(exitCode, message, ...hints, ...ways);
  }
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
  readonly data: Readonly<Record<string, Json>>;
}

/** By the source's own count of days, else the first of the next month. */
export function quotaRenewal(usage: Usage | undefined, now: number): Day {
  const today = dayAt(now);
  const last = usage?.daysRemaining === undefined ? lastOfMonth(monthOf(today)) : addDays(today, usage.daysRemaining);
  return addDays(last, 1);
}
