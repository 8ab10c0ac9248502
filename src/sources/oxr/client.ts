import { Failure } from '../../errors.ts';
import { count } from '../../words.ts';
import { isAnswer, type Response, servedAt, timeAt } from '../http/exchange.ts';
import { Gate } from '../http/gate.ts';
import { InTurns } from '../http/in-turns.ts';
import { ManyTries } from '../http/many-tries.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { openTransport } from '../http/transport.ts';
import { trying } from '../http/tries.ts';
import { type Budget, type Charge, OverBound } from '../ledger.ts';
import { type Answer, type Errand, type Listener, Refused, type Subscriber } from '../source.ts';
import { addressOf, type Query } from './address.ts';
import { answerOf } from './answer.ts';
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

interface TryTerms extends Pick<AskTerms, 'budget' | 'beforeSending' | 'onResponse'> {
  /** Lets the next request out. */
  readonly leave: () => void;
}

export function openClient(subscriber: Subscriber, appId: string, { signal, onTry }: Listener): Client {
  const { baseUrl, keyOrigin, timeout, concurrency, tries, env, now } = subscriber;
  const base = new URL(baseUrl);
  const gate = new Gate(concurrency);
  const manyTries = new ManyTries({ host: base.host, tries, now, gate });
  const transport = openTransport(base, { connections: concurrency, timeout, env });
  const redact = redactor(appId);
  const reading = new InTurns();

  /** @throws Refused, NoAnswer */
  async function get(url: URL, timeout: number): Promise<Response> {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    try {
      const came = await transport.get(keyed, { timeout, signal });
      manyTries.reached();
      const response = { ...came, body: redact(came.body) };
      const refused = refusalOf(response, base.host, keyOrigin);
      if (refused) throw refused;
      return response;
    } catch (error) {
      if (error instanceof NoAnswer && error.was.lost) manyTries.reached();
      throw error;
    }
  }

  async function tryOnce(query: Query, url: URL, { leave, budget, beforeSending, onResponse }: TryTerms) {
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
      // while answers are read, one by one, others are asked for and put by
      leave();
      await reading.next();
      const result = answerOf(query, raw);
      outcome = 'charged';
      return { result, told: `${status}, ${body.length} bytes`, served: timeAt(response) };
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
    const { budget } = terms;
    const overAll = (what: string) => overBound(budget, what);
    const next = manyTries.next({ cost: query.run.length, budget, overBound: overAll });
    return trying({ url, signal: terms.signal, onTry, next }, (begin) =>
      gate.pass(terms.signal, (leave) => {
        begin();
        return tryOnce(query, url, { ...terms, leave });
      }),
    );
  }

  async function usage(): Promise<OwnUsage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const started = performance.now();
    const tell = (outcome: string, served?: number) =>
      onTry({ url, number: 1, outcome, took: performance.now() - started, served });
    try {
      const response = await get(url, Math.min(timeout, 5));
      const { status, body } = response;
      tell(`${status}, ${body.length} bytes`, timeAt(response));
      const read = isAnswer(response) ? readUsage(body.toString()) : undefined;
      if (!read) throw new NoAnswer(`status ${status} without usage data`, { lost: false });
      return read;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NoAnswer) tell(error.message);
      if (error instanceof Refused) tell(error.message, error.served);
      if (!(error instanceof NoAnswer)) throw error;
      throw new Failure('service_failed', `cannot get the usage from ${base.host}: ${error.message}`);
    }
  }

  return { ask, usage, close: transport.close };
}

function overBound({ limit }: Budget, what: string): Failure {
  return new OverBound(`${what} could push the cost over ${limit.name}`, limit.hint);
}
