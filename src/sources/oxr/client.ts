import { exit, type Failure, failed } from '../../errors.ts';
import { count } from '../../words.ts';
import type { Answer } from '../answer.ts';
import type { Errand, Fetch, Listener } from '../connection.ts';
import { FirstContact } from '../http/contact.ts';
import { isAnswer, type Response, servedAt } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import { type Next, trying } from '../http/tries.ts';
import { backoff, isTooLong, tooLong } from '../http/waits.ts';
import { type Budget, OverBound } from '../ledger.ts';
import { Refused, Unasked } from '../refusal.ts';
import type { Subscriber } from '../subscriber.ts';
import { type Ask, addressOf, answerOf } from './answer.ts';
import { Gate } from './gate.ts';
import { redactor } from './redact.ts';
import { type OwnUsage, readUsage } from './usage.ts';
import { refusalOf, temporaryFailure } from './verdict.ts';

export type Payer = Pick<Errand, 'budget' | 'signal' | 'onResponse'> & {
  readonly beforeSending?: Parameters<Fetch>[2];
};

export type Client = ReturnType<typeof openClient>;

export function openClient(subscriber: Subscriber, appId: string, { signal, onTry }: Listener) {
  const { baseUrl, keyOrigin, timeout, concurrency, tries, env, now } = subscriber;
  const base = new URL(baseUrl);
  const gate = new Gate(concurrency);
  const contact = new FirstContact(tries);
  const transport = openTransport(base, concurrency, timeout, env);
  const redact = redactor(appId);

  /** @throws Refused, NoAnswer */
  async function get(url: URL, timeout: number): Promise<Response> {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    try {
      const came = await transport.get(keyed, timeout, signal);
      contact.isMade = true;
      const response = { ...came, body: redact(came.body) };
      const refused = refusalOf(response, base.host, keyOrigin);
      if (refused) throw refused;
      return response;
    } catch (error) {
      contact.isMade ||= error instanceof NoAnswer && error.lost;
      throw error;
    }
  }

  async function tryOnce(ask: Ask, url: URL, { budget, beforeSending, onResponse }: Payer) {
    beforeSending?.();
    const cost = ask.run.length;
    if (!budget.reserve(cost)) throw overBound(budget, `a request of ${count(cost, 'day')}`);
    let outcome: Parameters<Budget['settle']>[1] = 'lost';
    try {
      const response = await get(url, timeout);
      const { status, body } = response;
      if (!isAnswer(response)) throw temporaryFailure(response, now());
      const raw = { body, served: servedAt(response) };
      await onResponse?.(ask, raw);
      const answer = answerOf(ask, raw);
      outcome = 'charged';
      return { result: answer, told: `${status}, ${body.length} bytes` };
    } catch (error) {
      if (error instanceof Refused || (error instanceof NoAnswer && !error.lost)) outcome = 'free';
      if (error instanceof NoAnswer) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(cost, outcome);
    }
  }

  /** @throws Refused, Failure */
  function ask(wanted: Ask, payer: Payer): Promise<Answer> {
    const url = addressOf(wanted, baseUrl);
    const next = nextTry(wanted.run.length, payer);
    return trying({ url, signal: payer.signal, onTry, next }, (begin) =>
      gate.pass(payer.signal, () => {
        begin();
        return tryOnce(wanted, url, payer);
      }),
    );
  }

  const nextTry =
    (cost: number, { budget }: Payer) =>
    (failure: NoAnswer, number: number, began: number): Next => {
      const { final, throttled, after = 0 } = failure.next;
      const wait =
        contact.isMade || final
          ? Math.max(backoff(number, Math.random()), after)
          : contact.failed(began, performance.now(), Math.random());
      const unreached = !contact.isMade;
      const end = endOf(failure, number, { wait, cost, budget });
      if (end) return { unreached, end };

      if (throttled) gate.throttle(wait);
      if (unreached) gate.pause(wait);
      return { unreached, wait };
    };

  /** Undefined if there is another try. */
  function endOf(
    { message, next }: NoAnswer,
    number: number,
    { wait, cost, budget }: { readonly wait: number; readonly cost: number; readonly budget: Budget },
  ): Failure | undefined {
    if (wait === Number.POSITIVE_INFINITY) return new Unasked(failed(`${base.host} cannot be reached: ${message}`));
    if (next.final || number === tries) {
      const all = number === 1 ? '1 try' : `${number} tries`;
      return failed(`request to ${base.host} failed after ${all}: ${message}`);
    }
    if (isTooLong(wait)) return tooLong(base.host, now() + wait);
    return budget.allows(cost) ? undefined : overBound(budget, `${message}; another try`);
  }

  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  async function usage(): Promise<OwnUsage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const started = performance.now();
    const watch = (outcome: string) => onTry({ url, number: 1, outcome, took: performance.now() - started });
    try {
      const response = await get(url, Math.min(timeout, 5));
      watch(`${response.status}, ${response.body.length} bytes`);
      const read = isAnswer(response) ? readUsage(response.body.toString()) : undefined;
      if (!read) throw new NoAnswer(`status ${response.status} without usage data`, false);
      return read;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) watch(error.message);
      if (!(error instanceof NoAnswer)) throw error;
      throw failed(`cannot get the usage from ${base.host}: ${error.message}`);
    }
  }

  return { ask, usage, close: transport.close };
}

function overBound({ limit }: Budget, what: string): Failure {
  return new OverBound(exit.refused, `${what} could push the cost over ${limit.name}`, limit.hint);
}
