import { setTimeout as sleep } from 'node:timers/promises';
import { exit, Failure, failed } from '../errors.ts';
import { type Contents, readAnswer, Unusable } from './answer.ts';
import { type Ask, addressOf } from './ask.ts';
import { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import { type Refused, refusalOf } from './refusal.ts';
import { backoff, isTooLong, mostTries, retryAfter } from './retry.ts';
import { connect, NoAnswer, type Response } from './transport.ts';
import { readUsage, type Usage } from './usage.ts';

/** Seconds. */
const usageTimeout = 5;

export interface Answer extends Contents {
  /** As it came, decompressed. */
  readonly body: Buffer;
  /** The service's clock (milliseconds since 1970), where it said. */
  readonly served: number | undefined;
}

/** One try of a request, for whoever watches. */
export interface Try {
  /** Without the key. */
  readonly url: URL;
  readonly number: number;
  readonly outcome: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until the next try, where there is one. */
  readonly wait?: number | undefined;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly appId: string;
  /** Seconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly ledger: Ledger;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly observe: (attempt: Try) => void;
}

export interface Service {
  /**
   * The checked answer, after as many tries as it takes.
   * @throws Refused where the service refuses, Failure where it cannot be had
   */
  ask(ask: Ask): Promise<Answer>;
  /**
   * The key's usage, asked for once, within 5 seconds at most; free of charge.
   * @throws Failure where it does not come, or not in its shape
   */
  usage(): Promise<Usage>;
  /** Nothing more is sent; what is under way goes on. */
  stop(reason: unknown): void;
  close(): Promise<void>;
}

type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly lost: boolean;
      readonly final: boolean;
      readonly throttled: boolean;
      readonly after: number | undefined;
    };

/** A client of the service at one address with one key. */
export function openService(options: ServiceOptions): Service {
  const { baseUrl, appId, timeout, concurrency, ledger, signal, now, observe } = options;
  const base = new URL(baseUrl);
  const stopping = new AbortController();
  if (signal.aborted) stopping.abort(signal.reason);
  signal.addEventListener('abort', () => stopping.abort(signal.reason));
  const gate = new Gate(concurrency, stopping.signal);
  const transport = connect(base, concurrency, options.env);

  const keyed = (url: URL) => new URL(`${url}&app_id=${encodeURIComponent(appId)}`);

  async function tryOnce(ask: Ask, url: URL): Promise<Outcome> {
    const cost = ask.run.length;
    if (!ledger.reserve(cost)) throw overBound(ledger, cost);
    let outcome: Outcome | undefined;
    try {
      outcome = outcomeOf(await transport.get(keyed(url), timeout, signal), ask, base.host, now());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      outcome = {
        kind: 'failed',
        reason: error.message,
        lost: error.sent,
        final: error.final,
        throttled: false,
        after: undefined,
      };
    } finally {
      ledger.settle(
        cost,
        outcome?.kind === 'answer'
          ? 'charged'
          : !outcome || (outcome.kind === 'failed' && outcome.lost)
            ? 'lost'
            : 'free',
      );
    }
    return outcome;
  }

  async function ask(wanted: Ask): Promise<Answer> {
    const url = addressOf(wanted, baseUrl);
    for (let number = 1; ; number++) {
      const started = performance.now();
      const watch = (outcome: string, wait?: number) =>
        observe({ url, number, outcome, took: performance.now() - started, wait });
      const outcome = await gate.pass(() => tryOnce(wanted, url));
      if (outcome.kind === 'answer') {
        watch(`200, ${outcome.answer.body.length} bytes`);
        return outcome.answer;
      }
      if (outcome.kind === 'refused') {
        watch(outcome.refused.message);
        throw outcome.refused;
      }
      const wait = Math.max(backoff(number, Math.random()), outcome.after ?? 0);
      const last = outcome.final || number === mostTries;
      watch(outcome.reason, last ? undefined : wait);
      if (last) throw gaveUp(outcome.reason, base.host, number);
      if (isTooLong(wait)) throw tooLong(base.host, now() + wait);
      if (outcome.throttled) gate.throttle(wait);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => stopping.signal.throwIfAborted());
    }
  }

  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const started = performance.now();
    const watch = (outcome: string) =>
      observe({ url, number: 1, outcome, took: performance.now() - started });
    try {
      const response = await transport.get(keyed(url), Math.min(timeout, usageTimeout), signal);
      const refused = refusalOf(response, base.host);
      if (refused) throw refused;
      watch(`${response.status}, ${response.body.length} bytes`);
      const read = response.status === 200 ? readUsage(response.body.toString()) : undefined;
      if (!read) throw new Unusable(`status ${response.status}, and nothing about the usage`);
      return read;
    } catch (error) {
      if (error instanceof Error) watch(error.message);
      if (!(error instanceof NoAnswer || error instanceof Unusable)) throw error;
      throw failed(`${base.host} does not say what is used: ${error.message}`);
    }
  }

  return {
    ask,
    usage,
    stop: (reason) => stopping.abort(reason),
    close: () => transport.close(),
  };
}

function outcomeOf(response: Response, ask: Ask, host: string, now: number): Outcome {
  const { status, headers, body } = response;
  const refused = refusalOf(response, host);
  if (refused) return { kind: 'refused', refused };
  if (status !== 200) {
    // a gateway's word that the service's own answer was lost behind it
    const lost = status === 502 || status === 504;
    const after = retryAfter(headers['retry-after']?.toString(), now);
    const throttled = status === 429;
    return {
      kind: 'failed',
      reason: throttled ? 'throttled (429)' : `status ${status}`,
      lost,
      final: false,
      throttled,
      after,
    };
  }
  try {
    const served = Date.parse(headers.date?.toString() ?? '');
    return {
      kind: 'answer',
      answer: {
        ...readAnswer(body.toString(), ask),
        body,
        served: Number.isNaN(served) ? undefined : served,
      },
    };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return {
      kind: 'failed',
      reason: `an answer that cannot be used: ${error.message}`,
      lost: true,
      final: false,
      throttled: false,
      after: undefined,
    };
  }
}

function overBound(ledger: Ledger, cost: number): Failure {
  const spent = ledger.charged + ledger.lost;
  return new Failure(
    exit.refused,
    `another ${cost} requests could bring the cost over --max-cost ${ledger.most} (${spent} may have been charged)`,
    'a higher --max-cost goes on',
  );
}

function gaveUp(reason: string, host: string, tries: number): Failure {
  return failed(
    `${host} cannot be reached or gives no usable answer, tried ${tries === 1 ? 'once' : `${tries} times`}: ${reason}`,
  );
}

function tooLong(host: string, until: number): Failure {
  return failed(
    `${host} asks to wait until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  );
}
