import { exit, type Failure, failed } from '../../errors.ts';
import { count } from '../../words.ts';
import type { Answer } from '../answer.ts';
import type { Errand, Listener } from '../connection.ts';
import { FirstContact } from '../http/contact.ts';
import { isAnswer, type Response, servedAt } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import { trying, type WhatNext } from '../http/tries.ts';
import { backoff, isTooLong, tooLong } from '../http/waits.ts';
import { type Budget, type Charge, OverBound } from '../ledger.ts';
import { Refused, Unasked } from '../refusal.ts';
import type { Subscriber } from '../subscriber.ts';
import { addressOf, type Query } from './address.ts';
import { answerOf } from './answer.ts';
import { Gate } from './gate.ts';
import { redactor } from './redact.ts';
import { type OwnUsage, readUsage } from './usage.ts';
import { refusalOf, temporaryFailure } from './verdict.ts';

export interface Client {
  /** @throws Refused, Failure */
  ask(query: Query, terms: AskTerms): Promise<Answer>;
  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  usage(): Promise<OwnUsage>;
  close(): Promise<void>;
}

export interface AskTerms extends Pick<Errand, 'budget' | 'signal' | 'onResponse'> {
  /** May throw, to send nothing. */
  readonly beforeSending?: (() => void) | undefined;
}

interface Further {
  /** Of the try that failed. */
  readonly number: number;
  /** Milliseconds until another one. */
  readonly wait: number;
  readonly cost: number;
  readonly budget: Budget;
}

export function openClient(subscriber: Subscriber, appId: string, { signal, onTry }: Listener): Client {
  const { baseUrl, keyOrigin, timeout, concurrency, tries, env, now } = subscriber;
  const base = new URL(baseUrl);
  const gate = new Gate(concurrency);
  const contact = new FirstContact(tries);
  const transport = openTransport(base, { connections: concurrency, timeout, env });
  const redact = redactor(appId);

  /** @throws Refused, NoAnswer */
  async function get(url: URL, timeout: number): Promise<Response> {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    try {
      const came = await transport.get(keyed, { timeout, signal });
      contact.isMade = true;
      const response = { ...came, body: redact(came.body) };
      const refused = refusalOf(response, base.host, keyOrigin);
      if (refused) throw refused;
      return response;
    } catch (error) {
      contact.isMade ||= error instanceof NoAnswer && error.was.lost;
      throw error;
    }
  }

  async function tryOnce(query: Query, url: URL, { budget, beforeSending, onResponse }: AskTerms) {
    beforeSending?.();
    const cost = query.run.length;
    if (!budget.reserve(cost)) throw overBound(budget, `a request of ${count(cost, 'day')}`);

    let outcome: Charge = 'lost';
    try {
      const response = await get(url, timeout);
      const { status, body } = response;
      if (!isAnswer(response)) throw temporaryFailure(response, now());
      const raw = { body, served: servedAt(response) };
      await onResponse?.(query, raw);
      const result = answerOf(query, raw);
      outcome = 'charged';
      return { result, told: `${status}, ${body.length} bytes` };
    } catch (error) {
      if (error instanceof Refused || (error instanceof NoAnswer && !error.was.lost)) outcome = 'free';
      if (error instanceof NoAnswer) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(cost, outcome);
    }
  }

  function ask(query: Query, terms: AskTerms): Promise<Answer> {
    const url = addressOf(query, baseUrl);
    const next = nextTry(query.run.length, terms);
    return trying({ url, signal: terms.signal, onTry, next }, (begin) =>
      gate.pass(terms.signal, () => {
        begin();
        return tryOnce(query, url, terms);
      }),
    );
  }

  const nextTry =
    (cost: number, { budget }: AskTerms): WhatNext =>
    (failure, number, began) => {
      const { final, throttled, after = 0 } = failure.was;
      const wait =
        contact.isMade || final
          ? Math.max(backoff(number, Math.random()), after)
          : contact.failed(began, performance.now(), Math.random());
      const unreached = !contact.isMade;
      const end = endOf(failure, { number, wait, cost, budget });
      if (end) return { unreached, end };

      if (throttled) gate.throttle(wait);
      if (unreached) gate.pause(wait);
      return { unreached, wait };
    };

  /** Undefined if there is another try. */
  function endOf({ message, was }: NoAnswer, { number, wait, cost, budget }: Further): Failure | undefined {
    const { host } = base;
    const isUnreachable = wait === Number.POSITIVE_INFINITY;
    if (isUnreachable) return new Unasked(failed(`${host} cannot be reached: ${message}`));
    if (was.final || number === tries) {
      const all = number === 1 ? '1 try' : `${number} tries`;
      return failed(`request to ${host} failed after ${all}: ${message}`);
    }
    if (isTooLong(wait)) return tooLong(host, now() + wait);
    return budget.allows(cost) ? undefined : overBound(budget, `${message}; another try`);
  }

  async function usage(): Promise<OwnUsage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const started = performance.now();
    const tell = (outcome: string) => onTry({ url, number: 1, outcome, took: performance.now() - started });
    try {
      const response = await get(url, Math.min(timeout, 5));
      const { status, body } = response;
      tell(`${status}, ${body.length} bytes`);
      const read = isAnswer(response) ? readUsage(body.toString()) : undefined;
      if (!read) throw new NoAnswer(`status ${status} without usage data`, { lost: false });
      return read;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) tell(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      throw failed(`cannot get the usage from ${base.host}: ${error.message}`);
    }
  }

  return { ask, usage, close: transport.close };
}

function overBound({ limit }: Budget, what: string): Failure {
  return new OverBound(exit.refused, `${what} could push the cost over ${limit.name}`, limit.hint);
}
