import { type Day, dayAt, eachDay } from '../../calendar/day.ts';
import type { Calendar } from '../../calendar/publishing.ts';
import type { DayRun } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import { exit, Failure } from '../../errors.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { type Budget, type Charge, OverBound } from '../ledger.ts';
import {
  type Answer,
  type Connection,
  type DayOutcome,
  type Errand,
  type Fetch,
  type Listener,
  outcomeOf,
  type Subscriber,
  Unasked,
} from '../source.ts';
import { isAnswer, type Response, servedAt, timeAt } from './exchange.ts';
import { Gate } from './gate.ts';
import { ManyTries } from './many-tries.ts';
import { NoAnswer } from './no-answer.ts';
import type { Pace } from './pace.ts';
import { openTransport } from './transport.ts';
import { trying } from './tries.ts';
import { retryAfter } from './waits.ts';

/** How a bank is asked that needs no key. */
export interface Bank extends Pick<Calendar, 'publishes'> {
  /** Requests under way. */
  readonly atOnce: number;
  /** What a request takes of a run's budget. */
  readonly cost: 0 | 1;
  /** Bytes that an answer may have. */
  readonly most: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly addressOf: (run: DayRun) => string;
  /** Whether the bank says, by a status of its own, which rates there are. */
  readonly isAnswer?: (response: Response) => boolean;
  /** Of those days of the run that it has; some may have no usable rate. @throws NoAnswer */
  readonly ratesIn: (response: Response, run: DayRun) => ReadonlyMap<Day, DayRates>;
  /** Lets requests pass one after another. */
  readonly pace?: Pick<Pace, 'pass' | 'pause'>;
}

interface Asking extends Pick<Errand, 'budget' | 'signal'> {
  readonly beforeSending: (() => void) | undefined;
}

export function connectTo(bank: Bank, subscriber: Subscriber, { signal, onTry }: Listener): Connection {
  const { baseUrl, timeout, concurrency, tries, env, now } = subscriber;
  const { atOnce, cost, most, headers, pace = unhurried } = bank;
  const { host } = new URL(baseUrl);
  const gate = new Gate(Math.min(atOnce, concurrency));
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
  const addressOf = (run: DayRun) => new URL(baseUrl + bank.addressOf(run));

  /** @throws NoAnswer */
  async function get(url: URL, onSent: () => void): Promise<Response> {
    try {
      const response = await transport.get(url, { timeout, signal, most, headers, onSent });
      manyTries.reached();
      if (!isAnswer(response) && !bank.isAnswer?.(response)) throw whyNoAnswer(response, now());
      return response;
    } catch (error) {
      if (error instanceof NoAnswer && error.was.lost) manyTries.reached();
      throw error;
    }
  }

  function answerOf(response: Response, run: DayRun): Answer {
    const found = bank.ratesIn(response, run);
    const served = servedAt(response);
    const today = dayAt(Math.min(now(), served ?? now()));
    const days = [...eachDay(run.first, run.last)].filter((day) => found.has(day) || bank.publishes(day));
    // a bank publishes on some of several working days: a response without any tells nothing of each
    const ofPast = found.size === 0 && days.length > 1 ? 'no rates' : 'not published';
    const outcomeOn = (day: Day): DayOutcome => {
      const rates = found.get(day);
      return rates ? outcomeOf(rates, served) : { day, gap: day < today ? ofPast : 'not yet', served };
    };
    return { run, days: days.map(outcomeOn), surplus: [], served };
  }

  async function tryOnce(run: DayRun, { budget, beforeSending }: Asking, onSent: () => void) {
    beforeSending?.();
    if (!budget.reserve(cost)) throw overBound(budget, 'another request');

    let outcome: Charge = 'charged';
    try {
      const response = await get(addressOf(run), onSent);
      const { status, body } = response;
      const told = `${status}, ${body.length} bytes`;
      return { result: answerOf(response, run), told, served: timeAt(response) };
    } catch (error) {
      if (error instanceof NoAnswer && !error.was.lost) outcome = 'free';
      if (error instanceof NoAnswer) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(cost, outcome);
    }
  }

  /** @throws Failure; OverBound where the run may send no more */
  function ask(run: DayRun, asking: Asking): Promise<Answer> {
    const { budget, signal } = asking;
    const overAll = (what: string) => overBound(budget, what);
    const what = `request for ${run.length === 1 ? run.first : `${run.first} to ${run.last}`}`;
    const next = manyTries.next({ what, cost, budget, overBound: overAll });
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

const unhurried: NonNullable<Bank['pace']> = { pass: (_signal, ask) => ask(() => {}), pause: () => {} };

/** What was sent has counted, whatever came of it. */
function whyNoAnswer({ status, headers }: Response, now: number): NoAnswer {
  const throttled = status === 429;
  const mayPass = throttled || status === 408 || status >= 500;
  const after = retryAfter(headers['retry-after']?.toString(), now);
  return new NoAnswer(`status ${status}`, { lost: true, final: !mayPass, throttled, after });
}

function overBound({ limit }: Budget, what: string): Failure {
  return new OverBound(`${what} would be over ${limit.name}`, limit.hint);
}

/** Where the bank gives no rates, what is held may do. */
function asUnasked(error: unknown): unknown {
  const mayPass = error instanceof Failure && error.exitCode === exit.failed && !(error instanceof Unasked);
  return mayPass ? new Unasked(error) : error;
}
