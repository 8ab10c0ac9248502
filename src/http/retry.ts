import { Failure } from '../errors.ts';
import { FailedAttempt, type HttpResponse, servedAt } from './client.ts';
import { type Limit, wait } from './limits.ts';

/** The outcome of an attempt. */
export interface AttemptEvent {
  readonly type: 'attempt';
  readonly url: URL;
  readonly attempt: number;
  /** In words. */
  readonly outcome: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until the next attempt, if there is one. */
  readonly wait?: number | undefined;
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
  /** Nothing has been sent to the source yet. */
  readonly isUnreached?: boolean | undefined;
}

export interface Attempted<T> {
  /** Undefined where nothing was sent. */
  readonly response?: HttpResponse;
  /** A failure is a refusal: no further attempt is made. */
  readonly result: T | Failure;
}

export interface RetryOptions {
  /** As it is shown. */
  readonly url: URL;
  /** In all, the first one included. */
  readonly attempts: number;
  /** Whether a few quick attempts are all that it is worth. */
  readonly isBrief?: boolean;
  /** Words before the reason of a failure: `request to HOST failed`. */
  readonly failed: string;
  readonly limit?: Limit;
  /** Once aborted, no further attempt is made. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (event: AttemptEvent) => void;
  /** Why there must be no further attempt after this one. */
  readonly forbid?: (failure: FailedAttempt) => Failure | undefined;
}

/**
 * Sends a request until there is a result.
 * @throws Failure after the last attempt; any other error of `send`
 */
export async function retry<T>(send: () => Promise<Attempted<T>>, options: RetryOptions): Promise<T> {
  const { url, limit, signal, log } = options;
  let firstFailed: number | undefined;
  for (let attempt = 1; ; attempt++) {
    let sent = performance.now();
    const timed = () => {
      sent = performance.now();
      return send();
    };
    const event = { type: 'attempt', url, attempt } as const;
    try {
      const { response, result } = await (limit ? limit.run(signal, timed) : timed());
      const isRefused = result instanceof Failure;
      const outcome = isRefused ? result.message : `${response?.status}, ${response?.body.length} bytes`;
      if (response) log({ ...event, outcome, took: performance.now() - sent, served: servedAt(response) });
      if (isRefused) throw result;
      return result;
    } catch (error) {
      if (!(error instanceof FailedAttempt)) throw error;
      signal.throwIfAborted();
      const { message } = error;
      const { isThrottled, isUnreached } = error.outcome;
      firstFailed ??= performance.now();
      const next = nextWait(error, attempt, performance.now() - firstFailed, options);
      const isLast = next instanceof Failure;
      const took = performance.now() - sent;
      log({ ...event, outcome: message, took, wait: isLast ? undefined : next, isUnreached });
      if (isLast) throw next;
      if (isThrottled) limit?.pause(next);
      await wait(next, signal);
    }
  }
}

/** Milliseconds to wait, or the failure to end with. @param elapsed milliseconds since the first failure */
function nextWait(
  failure: FailedAttempt,
  attempt: number,
  elapsed: number,
  { url, attempts, failed, now, forbid, ...options }: RetryOptions,
): number | Failure {
  const { message, outcome } = failure;
  const { isFinal, isUnreached, retryAfter = 0 } = outcome;
  const isBrief = options.isBrief || isUnreached;
  const isLast = isFinal || attempt >= Math.min(attempts, isBrief ? briefAttempts : Infinity);
  if (isUnreached && !isFinal && (isLast || elapsed > patience))
    return new Failure('not_reached', `${url.host} cannot be reached: ${message}`);
  const tries = options.isBrief ? '' : ` after ${attempt === 1 ? '1 try' : `${attempt} tries`}`;
  if (isLast) return new Failure('service_failed', `${failed}${tries}: ${message}`);

  const wait = Math.max((isBrief ? briefDelay : backoff)(attempt, Math.random()), retryAfter);
  if (wait > longestWait) {
    const until = new Date(now() + wait).toISOString().slice(0, 16).replace('T', ' ');
    return new Failure('asked_to_wait', `${url.host} asks to wait until ${until} UTC`);
  }
  return forbid?.(failure) ?? wait;
}

/** Attempts that are made quickly: also where nothing has been sent to the source. */
const briefAttempts = 3;

/** Milliseconds after the first failure in which another attempt may begin while nothing has been sent. */
const patience = 3000;

/** Milliseconds; a server that asks for a longer wait ends the run. */
const longestWait = 5 * 60_000;

/** Milliseconds to wait after that attempt; doubles each time. @param random the jitter, in [0, 1) */
export const backoff = (attempt: number, random: number) => 1000 * 2 ** (attempt - 1) * (1 + random / 2);

/** 1 s, then 1.5 s. */
const briefDelay = (attempt: number, random: number) => 500 * (attempt + 1) * (1 + random / 10);

/** Milliseconds to wait, by the header with seconds or a date. */
export function retryAfter({ headers }: Pick<HttpResponse, 'headers'>, now: number): number | undefined {
  const header = headers['retry-after']?.toString().trim();
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, wait), longestAsked);
}

/** About 300 years, within the range of a Date. */
const longestAsked = 1e13;

/** Why a response of that status is not used. */
export function failedStatus(response: HttpResponse, now: number): FailedAttempt {
  const { status } = response;
  const isThrottled = status === 429;
  return new FailedAttempt(`status ${status}`, {
    // a gateway lost the response of the service behind it, which may have charged for it
    mayBeCharged: status === 502 || status === 504,
    isFinal: !(isThrottled || status === 408 || status >= 500),
    isThrottled,
    retryAfter: retryAfter(response, now),
  });
}
