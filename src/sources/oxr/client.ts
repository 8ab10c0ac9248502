import { setTimeout as sleep } from 'node:timers/promises';
import { exit, type Failure, failed } from '../../errors.ts';
import { type Answer, Unusable } from './answer.ts';
import { type Ask, addressOf } from './ask.ts';
import { Gate } from './gate.ts';
import { type Ledger, OverBound } from './ledger.ts';
import { NoAnswer } from './no-answer.ts';
import { type Failed, failedTry, type Outcome, outcomeOf } from './outcome.ts';
import { redactor } from './redact.ts';
import { refusalOf } from './refusal.ts';
import { isAnswer, type Response } from './response.ts';
import { backoff, isTooLong } from './retry.ts';
import { openTransport } from './transport.ts';
import { readUsage, type Usage } from './usage.ts';

const usageSeconds = 5;

export interface Try {
  /** Without the key. */
  readonly url: URL;
  readonly number: number;
  readonly outcome: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until the next try, if there is one. */
  readonly wait?: number | undefined;
}

interface ClientOptions {
  readonly baseUrl: string;
  readonly appId: string;
  /** Seconds. */
  readonly timeout: number;
  readonly concurrency: number;
  readonly tries: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly observe: (attempt: Try) => void;
}

export interface Payer {
  readonly ledger: Pick<Ledger, 'limit' | 'allows' | 'reserve' | 'settle'>;
  /** Once aborted, nothing more is sent; requests in flight go on. */
  readonly signal: AbortSignal;
  /** May throw, to send nothing. */
  readonly beforeSending?: (() => void) | undefined;
  /** Awaited with each charged response, before it is read. */
  readonly onResponse?: ((ask: Ask, response: Response) => Promise<void>) | undefined;
}

export interface Client {
  /** @throws Refused, Failure */
  ask(ask: Ask, payer: Payer): Promise<Answer>;
  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

export function openClient(options: ClientOptions): Client {
  const { baseUrl, appId, timeout, concurrency, tries, signal, now, observe } = options;
  const base = new URL(baseUrl);
  const gate = new Gate(concurrency);
  const transport = openTransport(base, concurrency, timeout, options.env);

  const redact = redactor(appId);

  /** Removes the key from whatever comes back. */
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
      const response = await get(url, Math.min(timeout, usageSeconds));
      const refused = refusalOf(response, base.host);
      if (refused) throw refused;
      watch(`${response.status}, ${response.body.length} bytes`);
      const read = isAnswer(response) ? readUsage(response.body.toString()) : undefined;
      if (!read) throw new Unusable(`status ${response.status} without usage data`);
      return read;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) watch(error.message);
      if (!(error instanceof NoAnswer || error instanceof Unusable)) throw error;
      throw failed(`cannot get the usage from ${base.host}: ${error.message}`);
    }
  }

  return {
    ask,
    usage,
    close: () => transport.close(),
  };
}

function overBound({ limit }: Payer['ledger'], what: string): Failure {
  return new OverBound(exit.refused, `${what} could push the cost over ${limit.name}`, limit.hint);
}

function gaveUp(reason: string, host: string, tries: number): Failure {
  return failed(`request to ${host} failed after ${tries === 1 ? '1 try' : `${tries} tries`}: ${reason}`);
}

function tooLong(host: string, until: number): Failure {
  return failed(
    `${host} says to wait until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  );
}
