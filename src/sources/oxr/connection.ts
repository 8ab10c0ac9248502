import { eachDay } from '../../calendar/day.ts';
import { type DayRun, halves } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import { Failure } from '../../errors.ts';
import { type GetOptions, isSuccess, openHttpClient, servedAt } from '../../http/client.ts';
import { concurrencyLimit } from '../../http/limits.ts';
import { type Attempted, backoff, type RetryPolicy, retry } from '../../http/retry.ts';
import { count } from '../../words.ts';
import { givingUp, sendCharged } from '../keyless.ts';
import {
  type Answer,
  type Connection,
  type Errand,
  type Fetch,
  type Gap,
  isGap,
  type Listener,
  type OnAnswer,
  type Raw,
  Refused,
  type Request,
  type Subscriber,
  Unasked,
  type Usage,
  type Wanted,
} from '../source.ts';
import { accountOf, type Plan, type PlanUsage, planOf } from './plan.ts';
import { refusalOf, temporaryFailure } from './refusals.ts';
import { parseDays, parseUsage, type Query, redactor, urlOf } from './responses.ts';

export async function connect(
  subscriber: Subscriber,
  appId: string,
  { signal, log }: Listener,
): Promise<Connection> {
  const { baseUrl, keyOrigin, timeout, concurrency, tries, now } = subscriber;
  const { host } = new URL(baseUrl);
  const client = await openHttpClient(new URL(baseUrl), { ...subscriber, signal, log });
  const plan = planOf(accountOf(subscriber, appId), subscriber, log);
  const limit = concurrencyLimit(concurrency);
  const redact = redactor(appId);
  const common = { now, log };

  async function get(url: URL, options: Pick<GetOptions, 'timeout' | 'grace'>) {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    const { body, ...head } = await client.get(keyed, options);
    const response = { ...head, body: redact(body) };
    return { response, refusal: refusalOf(response, host, keyOrigin) };
  }

  /** @throws Refused, Failure */
  function ask(query: Query, errand: Asking): Promise<Answer> {
    const url = urlOf(query, baseUrl);
    const cost = query.run.length;

    async function send(): Promise<Attempted<Answer>> {
      // what was paid for can still be stored
      const { response, refusal } = await get(url, { grace: errand.onResponse ? grace : 0 });
      if (refusal) return { response, result: refusal };
      if (!isSuccess(response)) throw temporaryFailure(response, now());
      const raw: Raw = { body: response.body, served: servedAt(response) };
      await errand.onResponse?.(query, raw);
      return { response, result: parseDays(query, raw) };
    }

    const sent = sendCharged(send, {
      ...common,
      client,
      limit,
      url,
      policy: { attempts: tries, delay: backoff, giveUp: givingUp('request', url) },
      signal: errand.signal,
      interrupted: signal,
      cost,
      budget: errand.budget,
      lost: 'lost',
      overBudget: (what = `a request of ${count(cost, 'day')}`) => `${what} could push the cost over`,
      beforeSending: errand.beforeSending,
    });
    // stored days may do
    return sent.catch((error) => {
      throw error instanceof Failure && error.code === 'not_reached' ? new Unasked(error) : error;
    });
  }

  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const fail = (reason: string) =>
      new Failure('service_failed', `cannot get the usage from ${host}: ${reason}`);
    const policy: RetryPolicy = { attempts: 1, delay: backoff, giveUp: ({ message }) => fail(message) };

    async function send(): Promise<Attempted<PlanUsage>> {
      try {
        const { response, refusal } = await get(url, { timeout: Math.min(timeout, 5) });
        const usage = isSuccess(response) ? parseUsage(response.body.toString()) : undefined;
        const result = refusal ?? usage ?? fail(`status ${response.status} without usage data`);
        return { response, result };
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    }

    // whether the service was reached says nothing more of a single attempt
    const only = { client: { hasSent: true }, limit: concurrencyLimit(1) };
    const told = await retry(send, { ...common, ...only, url, policy, signal });
    await plan.learn(told);
    return told;
  }

  return { begin: (errand) => fetchOf(ask, errand, plan), usage, close: client.close };
}

/** Milliseconds after an interrupt. */
const grace = 5_000;

interface Asking extends Pick<Errand, 'budget' | 'signal' | 'onResponse'> {
  readonly beforeSending?: (() => void) | undefined;
}

export type Ask = (query: Query, errand: Asking) => Promise<Answer>;

/** Where the plan has no time series it fetches the same days one by one, at the same cost. */
export function fetchOf(
  ask: Ask,
  errand: Errand,
  plan: Pick<Plan, 'hasTimeSeries' | 'refusedTimeSeries'>,
): Fetch {
  const known = plan.hasTimeSeries();
  let hasSeries = known === undefined ? undefined : Promise.resolve(known);
  let isTold = false;

  return async ({ wanted, run }, came, beforeSending) => {
    const days = new DayFetcher(ask, errand, came, beforeSending);
    if (wanted !== 'range') return days.oneByOne(run, wanted);

    // only the first request finds out; the others wait for it
    if (!hasSeries || (await hasSeries)) {
      const fetched = days.range(run).then(
        () => true,
        (error) => {
          if (isSeriesRefusal(error)) return false;
          throw error;
        },
      );
      hasSeries ??= fetched.catch(() => true);
      if (await fetched) return;
    }
    if (!isTold) plan.refusedTimeSeries();
    isTold = true;
    return days.oneByOne(run, 'days');
  };
}

/** Fetches the days of one request, in as many as it takes. */
class DayFetcher {
  constructor(
    private readonly ask: Ask,
    private readonly errand: Errand,
    private readonly came: OnAnswer,
    private readonly beforeSending: (() => void) | undefined,
  ) {}

  /** Waits for all even if one fails: they may have been paid for. */
  async oneByOne({ first, last }: DayRun, wanted: Exclude<Wanted, 'range'>): Promise<void> {
    const runs = Array.from(eachDay(first, last), (day) => ({ first: day, last: day, length: 1 }));
    const singles = runs.map((run) => this.#single(run, wanted));
    await Promise.allSettled(singles);
    await Promise.all(singles);
  }

  /**
   * One missing day fails a whole range: halves it to find the day, then asks for that alone. The result is
   * false if days are missing.
   * @param known how the range is known to be refused @throws Refused if the plan has no time series
   */
  async range(run: DayRun, known?: Refused): Promise<boolean> {
    const answer = known ?? (await this.#send({ wanted: 'range', run }));
    if (!(answer instanceof Refused)) return isComplete(answer);
    if (answer.kind === 'invalid_base') return isComplete(await this.#lacking(run, answer));
    if (run.length === 1) return isComplete(await this.#single(run, 'days'));

    const [early, late] = halves(run);
    const hasEarly = await this.range(early);
    const hasLate = await this.range(late, hasEarly ? answer : undefined);
    return hasEarly && hasLate;
  }

  async #single(run: DayRun, wanted: Exclude<Wanted, 'range'>): Promise<Answer> {
    const answer = await this.#send({ wanted, run });
    return answer instanceof Refused ? this.#lacking(run, answer) : answer;
  }

  async #lacking(run: DayRun, { kind, served }: Refused): Promise<Answer> {
    const gap = kind === 'invalid_base' ? 'no base' : 'not available';
    const days = Array.from(eachDay(run.first, run.last), (day): Gap => ({ day, gap, served }));
    const answer = { run, days, surplus: [], served };
    await this.came(answer);
    return answer;
  }

  /** Returns a refusal that says something of the days; any other ends the run. */
  async #send(request: Request): Promise<Answer | Refused> {
    const { ask, errand, came, beforeSending } = this;
    try {
      const answer = await ask({ ...errand.form, ...request }, { ...errand, beforeSending });
      await came(answer);
      return answer;
    } catch (error) {
      if (isOfDays(error)) return error;
      const isPassing = error instanceof ClaimLost || (request.wanted === 'range' && isSeriesRefusal(error));
      if (!isPassing) errand.stop(error);
      throw error;
    }
  }
}

const isComplete = ({ days }: Answer) => !days.some(isGap);

const isOfDays = (error: unknown): error is Refused =>
  error instanceof Refused && (error.kind === 'not_available' || error.kind === 'invalid_base');

function isSeriesRefusal(error: unknown): boolean {
  if (!(error instanceof Refused) || error.kind !== 'not_allowed') return false;
  return error.feature !== 'base' && error.feature !== 'symbols';
}
