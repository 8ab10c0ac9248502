import { join } from 'node:path';
import { type Day, type DayRun, dayAt, eachDay } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import { type HttpResponse, isSuccess, type Listener, openHttpClient, servedAt } from '../http/client.ts';
import { requestLimit } from '../http/limits.ts';
import { type Attempted, failedStatus, retry } from '../http/retry.ts';
import { UnusableFile } from '../input/unusable-file.ts';
import type { DayRates } from '../rates/day-rates.ts';
import {
  type Connection,
  type DayOutcome,
  outcomeOf,
  type Subscriber,
  type Version,
  type Whole,
  type WholeConnection,
} from './source.ts';

/** A source without a key that is asked for days. */
export interface KeylessSource {
  /** The name of its folder of times, where processes share the limit. */
  readonly name: string;
  /** Requests under way. */
  readonly atOnce: number;
  /** Milliseconds from the start of one request to the next, over all processes; undefined: none. */
  readonly interval?: number;
  /** Bytes that a response may have. */
  readonly maxSize: number;
  readonly accept: string;
  publishes(day: Day): boolean;
  /** The path and query of a request. */
  pathOf(run: DayRun): string;
  /** Whether it is the source's way to say that the run has no rates. */
  hasNone?(response: HttpResponse): boolean;
  /** Those days of the run that it has; some may have no usable rate. @throws FailedAttempt */
  parse(body: Buffer, run: DayRun): ReadonlyMap<Day, DayRates>;
}

export async function connect(
  source: KeylessSource,
  subscriber: Subscriber,
  listener: Listener,
): Promise<Connection> {
  const { baseUrl, tries, state, now } = subscriber;
  const { name, interval, maxSize, accept } = source;
  const client = await openHttpClient(subscriber, listener);
  const atOnce = Math.min(source.atOnce, subscriber.concurrency);
  const folder = state && interval ? join(state, 'pace', name) : undefined;
  const limit = requestLimit({ atOnce, interval, folder, now });

  const prepare: Connection['prepare'] = ({ run }) => {
    const url = new URL(baseUrl + source.pathOf(run));
    const send = async () => {
      const response = await client.get(url, { maxSize, headers: { accept } });
      const hasNone = source.hasNone?.(response);
      if (!isSuccess(response) && !hasNone) throw failedStatus(response, now());
      const found: ReadonlyMap<Day, DayRates> = hasNone ? new Map() : source.parse(response.body, run);

      const served = servedAt(response);
      const today = dayAt(Math.min(now(), served ?? now()));
      const days = [...eachDay(run.first, run.last)].filter((day) => found.has(day) || source.publishes(day));
      // of several working days some have rates: a response without any says nothing of each
      const ofPast = found.size === 0 && days.length > 1 ? 'no rates' : 'closed';
      const outcomes = days.map((day): DayOutcome => {
        const rates = found.get(day);
        if (rates) return outcomeOf(rates, served);
        return { day, reason: day < today ? ofPast : 'not published yet', served };
      });
      return { response, result: { run, days: outcomes, served } };
    };
    const days = run.length === 1 ? run.first : `${run.first} to ${run.last}`;
    const failed = `request for ${days} to ${url.host} failed`;
    return { send, url, attempts: tries, failed, limit, now, log: listener.log };
  };

  // a source that takes none is never asked for a range
  return { prepare, hasRanges: () => true, refuseRanges() {}, close: client.close };
}

/**
 * Gets a file with all days of a source.
 * @param parse its days until the last one that can have rates; throws UnusableFile
 */
export async function connectToFile(
  path: string,
  parse: (file: Buffer, last: Day) => Promise<DayRates[]>,
  subscriber: Subscriber,
  listener: Listener,
): Promise<WholeConnection> {
  const { baseUrl, tries, now } = subscriber;
  const url = new URL(baseUrl + path);
  const client = await openHttpClient(subscriber, listener);
  const failed = `${url.host} gives no rates`;
  const options = { url, attempts: tries, isBrief: true, failed, now, ...listener };
  let unconditional: Promise<Whole | undefined> | undefined;

  async function send({ etag, modified }: Version): Promise<Attempted<HttpResponse>> {
    const headers = { accept: '*/*', 'if-none-match': etag, 'if-modified-since': modified };
    // packed, which 32 MB of rates are into less
    const response = await client.get(url, { headers, maxSize: 16 * 1024 * 1024, showsProgress: true });
    if (response.status === 304 || isSuccess(response)) return { response, result: response };
    const failure = failedStatus(response, now());
    // the conditions may be the reason, such as a header that is too long
    if (failure.outcome.isFinal && (etag ?? modified)) return send({});
    throw failure;
  }

  async function download(version: Version): Promise<Whole | undefined> {
    const response = await retry(() => send(version), options);
    if (response.status === 304) return undefined;
    // today by this machine's clock, or by the source's if that is ahead
    const last = dayAt(Math.max(now(), servedAt(response) ?? now()));
    const days = await parse(response.body, last).catch((error) => {
      if (!(error instanceof UnusableFile)) throw error;
      const message = `the file of ${url.host} ${error.message}; nothing of it was stored`;
      throw new Failure('service_failed', message);
    });
    const { etag, 'last-modified': modified } = response.headers;
    return { version: { etag, modified }, days };
  }

  return {
    async all(version) {
      if (version) return download(version);
      unconditional ??= download({});
      return unconditional;
    },
    close: client.close,
  };
}
