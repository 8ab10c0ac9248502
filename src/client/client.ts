import { setTimeout as sleep } from 'node:timers/promises';
import { exit, Failure, failed } from '../errors.ts';
import { type Answer, Unusable } from './answer.ts';
import { type Ask, addressOf } from './ask.ts';
import { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import { NoAnswer } from './no-answer.ts';
import { type Failed, failedTry, type Outcome, outcomeOf } from './outcome.ts';
import { redactor } from './redact.ts';
import { refusalOf } from './refusal.ts';
import { isAnswer, type Response } from './response.ts';
import { backoff, isTooLong } from './retry.ts';
import { openTransport } from './transport.ts';
import { readUsage, type Usage } from './usage.ts';

/** Seconds. */
const usageTimeout = 5;

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

interface ClientOptions {
  readonly baseUrl: string;
  readonly appId: string;
  /** Seconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** How often a request is tried at the most. */
  readonly tries: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly observe: (attempt: Try) => void;
}

/** Who has requests sent: pays for them, may call them off, and gets what comes. */
export interface Payer {
  readonly ledger: Pick<Ledger, 'limit' | 'allows' | 'reserve' | 'settle'>;
  /** Nothing more is sent once it is aborted; what is under way goes on. */
  readonly signal: AbortSignal;
  /** Called before each try; where it throws nothing is sent. */
  readonly beforeSending?: (() => void) | undefined;
  /** Awaited with each response that has been paid for, before it is read. */
  readonly onResponse?: ((ask: Ask, response: Response) => Promise<void>) | undefined;
}

export interface Client {
  /**
   * The checked answer, after as many tries as it takes.
   * @throws Refused where the service refuses, Failure where it cannot be had
   */
  ask(ask: Ask, payer: Payer): Promise<Answer>;
  /**
   * The key's usage, asked for once, within 5 seconds at most; free of charge.
   * @throws Failure where it does not come, or not in its shape
   */
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

/** A client of the service at one address with one key. */
export function openClient(options: ClientOptions): Client {
  const { baseUrl, appId, timeout, concurrency, tries, signal, now, observe } = options;
  const base = new URL(baseUrl);
  const gate = new Gate(concurrency);
  const transport = openTransport(base, concurrency, timeout, options.env);

  const redact = redactor(appId);

  /** The key goes out with the request, and never comes in. */
  async function get(url: URL, timeout: number): Promise<Response> {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    const response = await transport.get(keyed, timeout, signal);
    return { ...response, body: redact(response.body) };
  }

  async function tryOnce(ask: Ask, url: URL, { ledger, beforeSending, onResponse }: Payer): Promise<Outcome> {
    beforeSending?.();
    const cost = ask.run.length;
    if (!ledger.reserve(cost)) throw overBound(ledger, `a request of ${cost} ${cost === 1 ? 'day' : 'days'}`);
    let outcome: Outcome | undefined;
    try {
      const response = await get(url, timeout);
      if (isAnswer(response)) await onResponse?.(ask, response);
      outcome = outcomeOf(response, ask, base.host, now());
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      outcome = failedTry(error.message, { lost: error.sent, final: error.final });
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
    if (outcome.kind === 'failed') signal.throwIfAborted();
    return outcome;
  }

  async function ask(wanted: Ask, payer: Payer): Promise<Answer> {
    const url = addressOf(wanted, baseUrl);
    for (let number = 1; ; number++) {
      let started = performance.now();
      const watch = (outcome: string, wait?: number) =>
        observe({ url, number, outcome, took: performance.now() - started, wait });
      const outcome = await gate.pass(payer.signal, () => {
        started = performance.now();
        return tryOnce(wanted, url, payer);
      });
      if (outcome.kind === 'answer') {
        watch(`${outcome.status}, ${outcome.answer.body.length} bytes`);
        return outcome.answer;
      }
      if (outcome.kind === 'refused') {
        watch(outcome.refused.message);
        throw outcome.refused;
      }
      const wait = Math.max(backoff(number, Math.random()), outcome.after ?? 0);
      const end = endOf(outcome, number, wait, wanted.run.length, payer);
      watch(outcome.reason, end ? undefined : wait);
      if (end) throw end;
      if (outcome.throttled) gate.throttle(wait);
      await sleep(wait, undefined, { signal: payer.signal }).catch(() => payer.signal.throwIfAborted());
    }
  }

  /** Why a failed try was the last; nothing where another may mend it. */
  function endOf(
    { reason, final }: Failed,
    number: number,
    wait: number,
    cost: number,
    { ledger }: Payer,
  ): Failure | undefined {
    if (final || number === tries) return gaveUp(reason, base.host, number);
    if (isTooLong(wait)) return tooLong(base.host, now() + wait);
    return ledger.allows(cost) ? undefined : overBound(ledger, `${reason}; another try`);
  }

  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const started = performance.now();
    const watch = (outcome: string) =>
      observe({ url, number: 1, outcome, took: performance.now() - started });
    try {
      const response = await get(url, Math.min(timeout, usageTimeout));
      const refused = refusalOf(response, base.host);
      if (refused) throw refused;
      watch(`${response.status}, ${response.body.length} bytes`);
      const read = isAnswer(response) ? readUsage(response.body.toString()) : undefined;
      if (!read) throw new Unusable(`status ${response.status}, and nothing about the usage`);
      return read;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) watch(error.message);
      if (!(error instanceof NoAnswer || error instanceof Unusable)) throw error;
      throw failed(`${base.host} does not say what is used: ${error.message}`);
    }
  }

  return {
    ask,
    usage,
    close: () => transport.close(),
  };
}

function overBound({ limit }: Payer['ledger'], what: string): Failure {
  return new Failure(exit.refused, `${what} could bring the cost over ${limit.name}`, limit.hint);
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
