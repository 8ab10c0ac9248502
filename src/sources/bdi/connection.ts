import { join } from 'node:path';
import { dayAt } from '../../calendar/day.ts';
import type { DayRun } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import { exit, Failure } from '../../errors.ts';
import type { Answer, DayOutcome } from '../answer.ts';
import type { Connection, Errand, Fetch, Listener } from '../connection.ts';
import { isAnswer, type Response, servedAt } from '../http/exchange.ts';
import { Gate } from '../http/gate.ts';
import { ManyTries } from '../http/many-tries.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { Pace } from '../http/pace.ts';
import { openTransport } from '../http/transport.ts';
import { trying } from '../http/tries.ts';
import { retryAfter } from '../http/waits.ts';
import { type Budget, type Charge, OverBound } from '../ledger.ts';
import { Unasked } from '../refusal.ts';
import type { Subscriber } from '../subscriber.ts';
import { ratesInAnswer } from './answer.ts';

/** Requests under way, those of all processes together. */
const atOnce = 2;

/** Milliseconds between the starts of two requests, so that they come 0.3 s apart though some take a little longer. */
const apart = 320;

/** Bytes; a day has some 15,000. */
const most = 1024 * 1024;

interface Asking extends Pick<Errand, 'budget' | 'signal'> {
  readonly beforeSending: (() => void) | undefined;
}

export function connect(subscriber: Subscriber, { signal, onTry }: Listener): Connection {
  const { baseUrl, timeout, concurrency, tries, env, now, state } = subscriber;
  const { host } = new URL(baseUrl);
  const gate = new Gate(Math.min(atOnce, concurrency));
  const pace = new Pace({ folder: state && join(state, 'pace', 'bdi'), atOnce, apart, now });
  const throttle = (wait: number) => {
    gate.throttle(wait);
    pace.pause(wait);
  };
  const manyTries = new ManyTries({
    host,
    tries,
    now,
    gate: { throttle, pause: (wait) => gate.pause(wait) },
  });
  const transport = openTransport(new URL(baseUrl), { connections: atOnce, timeout, env });

  const addressOf = ({ first }: DayRun) =>
    new URL(`${baseUrl}/dailyRates?referenceDate=${first}&currencyIsoCode=EUR&lang=en`);

  /** @throws NoAnswer */
  async function get(url: URL, onSent: () => void): Promise<Response> {
    try {
      const response = await transport.get(url, { timeout, signal, most, headers, onSent });
      manyTries.reached();
      if (!isAnswer(response)) throw whyNoAnswer(response, now());
      return response;
    } catch (error) {
      if (error instanceof NoAnswer && error.was.lost) manyTries.reached();
      throw error;
    }
  }

  async function tryOnce(run: DayRun, { budget, beforeSending }: Asking, onSent: () => void) {
    beforeSending?.();
    if (!budget.reserve(1)) throw overBound(budget, 'another request');

    let outcome: Charge = 'charged';
    try {
      const response = await get(addressOf(run), onSent);
      const { status, body } = response;
      return { result: answerOf(run, response, now()), told: `${status}, ${body.length} bytes` };
    } catch (error) {
      if (error instanceof NoAnswer && !error.was.lost) outcome = 'free';
      if (error instanceof NoAnswer) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(1, outcome);
    }
  }

  /** @throws Failure; OverBound where the run may send no more */
  function ask(run: DayRun, asking: Asking): Promise<Answer> {
    const { budget, signal } = asking;
    const overAll = (what: string) => overBound(budget, what);
    const what = `request for ${run.first}`;
    const next = manyTries.next({ what, cost: 1, budget, overBound: overAll });
    return trying({ url: addressOf(run), signal, onTry, next }, (begin) =>
      gate.pass(signal, () =>
        pace.pass(signal, (onSent) => {
          begin();
          return tryOnce(run, asking, onSent);
        }),
      ),
    );
  }

  const begin =
    (errand: Errand): Fetch =>
    async ({ run }, came, beforeSending) => {
      try {
        await came(await ask(run, { ...errand, beforeSending }));
      } catch (error) {
        if (error instanceof ClaimLost) throw error;
        const reason = asUnasked(error);
        errand.stop(reason);
        throw reason;
      }
    };

  return { begin, close: transport.close };
}

const headers = { accept: 'text/csv' };

function answerOf(run: DayRun, response: Response, now: number): Answer {
  const served = servedAt(response);
  const day = run.first;
  const isOver = dayAt(Math.min(now, served ?? now)) > day;
  const nothing: DayOutcome = { day, gap: isOver ? 'not published' : 'not yet', served };
  return { run, days: [ratesInAnswer(response.body, day) ?? nothing], surplus: [], served };
}

/** What was sent has counted, whatever came of it. */
function whyNoAnswer({ status, headers }: Response, now: number): NoAnswer {
  const throttled = status === 429;
  const mayPass = throttled || status === 408 || status >= 500;
  const after = retryAfter(headers['retry-after']?.toString(), now);
  return new NoAnswer(`status ${status}`, { lost: true, final: !mayPass, throttled, after });
}

function overBound({ limit }: Budget, what: string): Failure {
  return new OverBound(exit.refused, `${what} would be over ${limit.name}`, limit.hint);
}

/** Where the bank gives no rates, what is held may do. */
function asUnasked(error: unknown): unknown {
  const mayPass = error instanceof Failure && error.exitCode === exit.failed && !(error instanceof Unasked);
  return mayPass ? new Unasked(error) : error;
}
