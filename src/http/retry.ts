import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../errors.ts';
import { FailedAttempt, type HttpClient, type HttpResponse, serverTime } from './client.ts';
import type { Limit } from './limits.ts';

/** When a request is sent again. */
export interface RetryPolicy {
  /** In all, the first one included. */
  readonly attempts: number;
  /** Milliseconds to wait after that attempt; `random` in [0, 1) is the jitter. */
  readonly delay: (attempt: number, random: number) => number;
  /** The error after the last attempt. */
  readonly giveUp: (failure: FailedAttempt, attempts: number) => Failure;
}

/** What became of an attempt. */
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
  readonly isUnreached?: boolean;
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
  readonly client: Pick<HttpClient, 'hasSent'>;
  readonly policy: RetryPolicy;
  readonly limit: Limit;
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
 * @throws Failure after the last attempt; whatever `send` throws besides FailedAttempt
 */
export async function retry<T>(send: () => Promise<Attempted<T>>, options: RetryOptions): Promise<T> {
  const { url, client, limit, signal, log } = options;
  let firstFailed: number | undefined;
  for (let attempt = 1; ; attempt++) {
    let sent = performance.now();
    const report = (outcome: string, more: Pick<AttemptEvent, 'wait' | 'served' | 'isUnreached'>) =>
      log({ type: 'attempt', url, attempt, outcome, took: performance.now() - sent, ...more });

    const attempted = await limit
      .run(signal, () => {
        sent = performance.now();
        return send();
      })
      .catch((error) => {
        if (!(error instanceof FailedAttempt)) throw error;
        signal.throwIfAborted();
        return error;
      });

    if (!(attempted instanceof FailedAttempt)) {
      const { response, result } = attempted;
      const isRefused = result instanceof Failure;
      const outcome = isRefused ? result.message : `${response?.status}, ${response?.body.length} bytes`;
      if (response) report(outcome, { served: serverTime(response) });
      if (isRefused) throw result;
      return result;
    }

    const isUnreached = !client.hasSent;
    firstFailed ??= performance.now();
    const elapsed = performance.now() - firstFailed;
    const next = untilNextAttempt(attempted, {
      ...options,
      attempt,
      isUnreached,
      elapsed,
      random: Math.random(),
    });
    const wait = next instanceof Failure ? undefined : next;
    report(attempted.message, { wait, isUnreached });
    if (next instanceof Failure) throw next;
    if (attempted.outcome.isThrottled) limit.pause(next);
    await sleep(next, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

interface FailedSoFar extends Pick<RetryOptions, 'url' | 'policy' | 'now' | 'forbid'> {
  readonly attempt: number;
  readonly isUnreached: boolean;
  /** Milliseconds since the first attempt failed. */
  readonly elapsed: number;
  readonly random: number;
}

/** Milliseconds to wait, or why there is no further attempt. */
export function untilNextAttempt(failure: FailedAttempt, failed: FailedSoFar): number | Failure {
  const { url, policy, now, forbid, attempt, isUnreached, elapsed, random } = failed;
  const { isFinal, retryAfter: asked = 0 } = failure.outcome;
  const isTooOften = attempt >= Math.min(policy.attempts, unreachedAttempts) || elapsed > patience;
  if (isUnreached && !isFinal && isTooOften)
    return new Failure('not_reached', `${url.host} cannot be reached: ${failure.message}`);
  if (isFinal || attempt >= policy.attempts) return policy.giveUp(failure, attempt);

  const wait = Math.max((isUnreached ? briefDelay : policy.delay)(attempt, random), asked);
  if (wait > longestWait) {
    const until = new Date(now() + wait).toISOString().slice(0, 16).replace('T', ' ');
    return new Failure('asked_to_wait', `${url.host} says to wait until ${until} UTC`);
  }
  return forbid?.(failure) ?? wait;
}

/** Attempts until something has been sent to the source. */
export const unreachedAttempts = 3;

/** Milliseconds after the first failure in which another attempt may begin while nothing has been sent. */
const patience = 3000;

/** Milliseconds; a server that asks for a longer wait ends the run. */
const longestWait = 5 * 60_000;

/** Doubles with each attempt. */
export function backoff(attempt: number, random: number): number {
  return 1000 * 2 ** (attempt - 1) * (1 + random / 2);
}

/** Of what a few quick attempts are worth: 1 s, then 1.5 s. */
export function briefDelay(attempt: number, random: number): number {
  return 500 * (attempt + 1) * (1 + random / 10);
}

/** Milliseconds to wait, by the header with seconds or a date. */
export function retryAfter({ headers }: Pick<HttpResponse, 'headers'>, now: number): number | undefined {
  const header = headers['retry-after']?.toString().trim();
  if (header === undefined) return undefined;
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(0, asked), longestAsked);
}

/** About 300 years, within the range of a Date. */
const longestAsked = 1e13;
