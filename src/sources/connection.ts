import type { Failure } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Answer, AnswerForm, Raw, Request } from './answer.ts';
import type { Budget } from './ledger.ts';
import type { Usage } from './usage.ts';

interface Opened {
  /** Free of charge; undefined: there is no quota. @throws Failure */
  usage?(): Promise<Usage>;
  /** Whose quota it is, without saying the key. */
  readonly account?: string;
  close(): Promise<void>;
}

/** To a source that is asked for days. */
export interface Connection extends Opened {
  begin(errand: Errand): Fetch;
}

/** What all requests of one job have in common. */
export interface Errand {
  readonly form: AnswerForm;
  readonly budget: Budget;
  /** Once aborted, nothing more is sent; requests in flight go on. */
  readonly signal: AbortSignal;
  /** For a failure that every other request would meet too. */
  readonly stop: (reason: unknown) => void;
  /** Awaited with whatever was paid for, before it is read. */
  readonly onResponse?: ((request: Request, raw: Raw) => Promise<void>) | undefined;
}

/**
 * Gives each answer to `came`, in any order, and awaits it.
 * @param beforeSending may throw, to send nothing @throws Failure
 */
export type Fetch = (request: Request, came: OnAnswer, beforeSending?: () => void) => Promise<void>;

export type OnAnswer = (answer: Answer) => Promise<void>;

/** To a source that gives all its days at once. */
export interface WholeConnection extends Opened {
  /** Undefined if nothing has changed since that version. @throws Failure; Unasked where no answer comes */
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

/** Who opened the connection, and hears what happens on it. */
export interface Listener {
  readonly signal: AbortSignal;
  /** Given a text that must never be shown. */
  readonly onSecret: (text: string) => void;
  readonly onTry: (attempt: Try) => void;
  readonly onDetail: (text: string) => void;
  readonly onTrouble: (failure: Failure) => void;
  /** Of an answer that takes long: bytes that have come, and that will, if that is known. */
  readonly onBytes: (came: number, all: number | undefined) => void;
}

export interface Try {
  readonly url: URL;
  readonly number: number;
  readonly outcome: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until the next try, if there is one. */
  readonly wait?: number | undefined;
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
  /** Nothing has been sent to the source yet. */
  readonly unreached?: boolean | undefined;
}
