import { type Day, dayAt, eachDay } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import type { DayRun } from '../calendar/runs.ts';
import { ClaimLost } from '../disk/claims.ts';
import { exit, Failure } from '../errors.ts';
import { FailedAttempt, type HttpResponse, isSuccess, openHttpClient, servedAt } from '../http/client.ts';
import { both, concurrencyLimit, type Limit } from '../http/limits.ts';
import {
  type Attempted,
  backoff,
  type RetryOptions,
  type RetryPolicy,
  retry,
  retryAfter,
} from '../http/retry.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Budget, type Charge, OverBound } from './ledger.ts';
import {
  type Answer,
  type Connection,
  type DayOutcome,
  type Errand,
  type Listener,
  outcomeOf,
  type Subscriber,
  Unasked,
} from './source.ts';

/** What is particular to a source without a key that is asked for days. */
export interface KeylessSource extends Pick<Calendar, 'publishes'> {
  /** Requests under way. */
  readonly atOnce: number;
  /** What a request takes of a run's budget. */
  readonly cost: 0 | 1;
  /** Bytes that a response may have. */
  readonly maxSize: number;
  readonly accept: string;
  /** The path and query of a request. */
  readonly pathOf: (run: DayRun) => string;
  /** Whether another status than that of a success also says which rates there are. */
  readonly isUsable?: (response: HttpResponse) => boolean;
  /** Of those days of the run that it has; some may have no usable rate. @throws FailedAttempt */
  readonly parse: (response: HttpResponse, run: DayRun) => ReadonlyMap<Day, DayRates>;
  readonly rateLimit?: Limit;
}

export async function connect(
  source: KeylessSource,
  subscriber: Subscriber,
  { signal, log }: Listener,
): Promise<Connection> {
  const { baseUrl, concurrency, tries, now } = subscriber;
  const { atOnce, cost, maxSize, accept, rateLimit } = source;
  const client = await openHttpClient(new URL(baseUrl), { ...subscriber, signal });
  const concurrencyOf = concurrencyLimit(Math.min(atOnce, concurrency));
  const limit = rateLimit ? both(concurrencyOf, rateLimit) : concurrencyOf;

  async function ask(run: DayRun, { budget, signal: stopped, beforeSending }: Asking): Promise<Answer> {
    const url = new URL(baseUrl + source.pathOf(run));
    const what = `request for ${run.length === 1 ? run.first : `${run.first} to ${run.last}`}`;
    const send = async () => {
      const response = await client.get(url, { maxSize, headers: { accept } });
      if (!isSuccess(response) && !source.isUsable?.(response)) throw failedStatus(response, now());
      return { response, result: answerOf(response, run) };
    };
    const policy: RetryPolicy = { attempts: tries, delay: backoff, giveUp: givingUp(what, url) };
    return sendCharged(send, {
      client,
      policy,
      limit,
      url,
      now,
      log,
      signal: stopped,
      interrupted: signal,
      cost,
      budget,
      // whatever came of what was sent
      lost: 'charged',
      overBudget: (more = 'another request') => `${more} would be over`,
      beforeSending,
    });
  }

  function answerOf(response: HttpResponse, run: DayRun): Answer {
    const found = source.parse(response, run);
    const served = servedAt(response);
    const today = dayAt(Math.min(now(), served ?? now()));
    const days = [...eachDay(run.first, run.last)].filter((day) => found.has(day) || source.publishes(day));
    // of several working days some have rates: a response without any says nothing of each
    const ofPast = found.size === 0 && days.length > 1 ? 'no rates' : 'not published';
    const outcomeOn = (day: Day): DayOutcome => {
      const rates = found.get(day);
      return rates ? outcomeOf(rates, served) : { day, gap: day < today ? ofPast : 'not yet', served };
    };
    return { run, days: days.map(outcomeOn), surplus: [], served };
  }

  return {
    begin:
      (errand) =>
      async ({ run }, came, beforeSending) => {
        try {
          await came(await ask(run, { ...errand, beforeSending }));
        } catch (error) {
          if (error instanceof ClaimLost) throw error;
          const reason = asUnasked(error);
          errand.stop(reason);
          throw reason;
        }
      },
    close: client.close,
  };
}

interface Asking extends Pick<Errand, 'budget' | 'signal'> {
  readonly beforeSending: (() => void) | undefined;
}

/** Why a response of that status is not used. */
export function failedStatus(response: HttpResponse, now: number): FailedAttempt {
  const { status } = response;
  const isThrottled = status === 429;
  return new FailedAttempt(`status ${status}`, {
    sent: true,
    isFinal: !(isThrottled || status === 408 || status >= 500),
    isThrottled,
    retryAfter: retryAfter(response, now),
  });
}

/** Where the source gives no rates, stored ones may do. */
export function asUnasked(error: unknown): unknown {
  const mayPass = error instanceof Failure && error.exitCode === exit.failed && !(error instanceof Unasked);
  return mayPass ? new Unasked(error) : error;
}

interface ChargedRequest extends Omit<RetryOptions, 'forbid'> {
  readonly cost: number;
  readonly budget: Budget;
  /** Ends the run. */
  readonly interrupted: AbortSignal;
  /** What becomes of the cost when a request was sent and brought no result. */
  readonly lost: Charge;
  /** Before the name of the limit. @param more what is not sent */
  readonly overBudget: (more?: string) => string;
  /** May throw, so that nothing is sent. */
  readonly beforeSending?: (() => void) | undefined;
}

/** Sends a request, again where that may help, and charges each attempt. @throws Failure */
export function sendCharged<T>(send: () => Promise<Attempted<T>>, request: ChargedRequest): Promise<T> {
  const { cost, budget, interrupted, lost, overBudget, beforeSending } = request;
  const tooExpensive = (more?: string) =>
    new OverBound(`${overBudget(more)} ${budget.limit.name}`, budget.limit.hint);

  async function attempt(): Promise<Attempted<T>> {
    beforeSending?.();
    if (!budget.reserve(cost)) throw tooExpensive();
    let charge = lost;
    try {
      const attempted = await send();
      charge = attempted.result instanceof Failure ? 'free' : 'charged';
      return attempted;
    } catch (error) {
      if (error instanceof FailedAttempt) {
        if (!error.mayBeCharged) charge = 'free';
        interrupted.throwIfAborted();
      }
      throw error;
    } finally {
      budget.settle(cost, charge);
    }
  }

  return retry(attempt, {
    ...request,
    forbid: ({ message }) => (budget.allows(cost) ? undefined : tooExpensive(`${message}; another try`)),
  });
}

/** How a request to a source that is worth waiting for fails in the end. */
export const givingUp =
  (what: string, { host }: URL): RetryPolicy['giveUp'] =>
  ({ message }, attempts) => {
    const all = attempts === 1 ? '1 try' : `${attempts} tries`;
    return new Failure('service_failed', `${what} to ${host} failed after ${all}: ${message}`);
  };
