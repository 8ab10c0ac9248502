import { join } from 'node:path';
import { type Day, dayAt, eachDay } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { DayRun } from '../calendar/runs.ts';
import { Failure } from '../errors.ts';
import { FailedAttempt, type HttpResponse, isSuccess, openHttpClient, servedAt } from '../http/client.ts';
import { both, concurrencyLimit, rateLimit } from '../http/limits.ts';
import { backoff, type RetryPolicy, retryAfter } from '../http/retry.ts';
import type { DayRates } from '../rates/day-rates.ts';
import {
  type Connection,
  type DayOutcome,
  type Listener,
  outcomeOf,
  type PreparedRequest,
  type Request,
  type SourceResponse,
  type Subscriber,
} from './source.ts';

/** What is particular to a source without a key that is asked for days. */
export interface KeylessSource extends Pick<Calendar, 'publishes'> {
  /** Requests under way. */
  readonly atOnce: number;
  /** Bytes that a response may have. */
  readonly maxSize: number;
  readonly accept: string;
  /** The path and query of a request. */
  readonly pathOf: (run: DayRun) => string;
  /** Whether another status than that of a success also says which rates there are. */
  readonly isUsable?: (response: HttpResponse) => boolean;
  /** Of those days of the run that it has; some may have no usable rate. @throws FailedAttempt */
  readonly parse: (response: HttpResponse, run: DayRun) => ReadonlyMap<Day, DayRates>;
  /** Milliseconds from one start to the next, over all processes that share the name. */
  readonly pace?: { readonly name: string; readonly interval: number };
}

export async function connect(
  source: KeylessSource,
  subscriber: Subscriber,
  { signal, log }: Listener,
): Promise<Connection> {
  const { baseUrl, concurrency, tries, state, now } = subscriber;
  const { atOnce, maxSize, accept, pace } = source;
  const client = await openHttpClient(new URL(baseUrl), { ...subscriber, signal });
  const own = concurrencyLimit(Math.min(atOnce, concurrency));
  const folder = state && pace && join(state, 'pace', pace.name);
  const limit = pace ? both(own, rateLimit({ folder, atOnce, interval: pace.interval, now })) : own;

  function prepare({ run }: Request): PreparedRequest {
    const url = new URL(baseUrl + source.pathOf(run));
    const days = `request for ${run.length === 1 ? run.first : `${run.first} to ${run.last}`}`;
    const send = async () => {
      const response = await client.get(url, { maxSize, headers: { accept } });
      if (!isSuccess(response) && !source.isUsable?.(response)) throw failedStatus(response, now());
      return { response, result: answerOf(response, run) };
    };
    const policy: RetryPolicy = { attempts: tries, delay: backoff, giveUp: givingUp(days, url) };
    return { what: 'another request', send, url, client, policy, limit, now, log };
  }

  function answerOf(response: HttpResponse, run: DayRun): SourceResponse {
    const found = source.parse(response, run);
    const served = servedAt(response);
    const today = dayAt(Math.min(now(), served ?? now()));
    const days = [...eachDay(run.first, run.last)].filter((day) => found.has(day) || source.publishes(day));
    // of several working days some have rates: a response without any says nothing of each
    const ofPast = found.size === 0 && days.length > 1 ? 'no rates' : 'closed';
    const outcomeOn = (day: Day): DayOutcome => {
      const rates = found.get(day);
      return rates
        ? outcomeOf(rates, served)
        : { day, reason: day < today ? ofPast : 'not published yet', served };
    };
    return { run, days: days.map(outcomeOn), served };
  }

  // one that takes none is never asked for a range
  return { prepare, hasRanges: () => true, refuseRanges() {}, close: client.close };
}

/** Why a response of that status is not used. */
export function failedStatus(response: HttpResponse, now: number): FailedAttempt {
  const { status } = response;
  const isThrottled = status === 429;
  return new FailedAttempt(`status ${status}`, {
    sent: true,
    // a gateway lost the response of the service behind it, which may have charged for it
    isFree: status !== 502 && status !== 504,
    isFinal: !(isThrottled || status === 408 || status >= 500),
    isThrottled,
    retryAfter: retryAfter(response, now),
  });
}

/** How a request to a source that is worth waiting for fails in the end. */
export const givingUp =
  (what: string, { host }: URL): RetryPolicy['giveUp'] =>
  ({ message }, attempts) => {
    const all = attempts === 1 ? '1 try' : `${attempts} tries`;
    return new Failure('service_failed', `${what} to ${host} failed after ${all}: ${message}`);
  };
