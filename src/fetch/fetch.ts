import { setMaxListeners } from 'node:events';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, eachDay, monthOf } from '../calendar/day.ts';
import { type DayRun, halves } from '../calendar/runs.ts';
import { exit, Failure } from '../errors.ts';
import { FailedAttempt } from '../http/client.ts';
import { retry } from '../http/retry.ts';
import type { Reporter } from '../report/reporter.ts';
import {
  type Connection,
  type DayOutcome,
  isUnavailable,
  NotRequested,
  Refused,
  type Request,
  type RequestScope,
  type ResponseForm,
  ratesIn,
  type Source,
  type SourceResponse,
  type UnavailableDay,
  type WholeConnection,
} from '../sources/source.ts';
import { type Lock, LockLost } from '../store/lock.ts';
import { count } from '../words.ts';
import type { Charge, RunBudget } from './budget.ts';
import { besideStored } from './consent.ts';
import { type Download, downloadAll } from './download.ts';
import {
  costOf,
  type DayPlaces,
  type DayState,
  type Plan,
  type PlannedRequest,
  type PlanUnit,
  planDays,
  requestsFor,
  stateOf,
} from './plan.ts';
import { reportSurplus } from './receiver.ts';
import type { StoredDays } from './stored-days.ts';

/** Days of a plan, in order. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  /** The responses as they were received, unless the days are stored. */
  readonly bodies?: readonly Buffer[];
}

/** Plans days, and gets them, wherever they come from. */
export interface DayFetcher {
  /** @param days ascending, each once */
  plan(days: readonly Day[], scope: RequestScope): Plan;
  stateOf(day: Day): DayState;
  /** Days in the plan's order, a month or a request at a time. */
  fetch(plan: Plan, budget: RunBudget): AsyncGenerator<Fetched>;
}

export interface FetchOptions extends DayPlaces {
  readonly source: Source;
  readonly connect: () => Promise<Connection | WholeConnection>;
  readonly form: ResponseForm;
  readonly concurrency: number;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** False for one who serves many, and reports neither progress nor interrupts. */
  readonly isInteractive: boolean;
}

export const dayFetcher = (options: FetchOptions): DayFetcher => ({
  plan: (days, scope) => planDays(days, scope, options),
  stateOf: (day) => stateOf(day, options),
  fetch: (plan, budget) => fetchDays(plan, budget, options),
});

/** A plan that is being executed. */
interface Job extends FetchOptions {
  /** Undefined where nothing is missing. */
  readonly connection: Connection | WholeConnection | undefined;
  readonly budget: RunBudget;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  /** Aborted for a failure that every other request would meet, too. */
  readonly stopping: AbortController;
  /** Aborted with it, and once the run is interrupted: then nothing more is sent, while requests under way go on. */
  readonly sending: AbortSignal;
  /** Of a source that gives all its days at once. */
  download?: Promise<Download>;
  /** The first request for a range. */
  firstRange?: Promise<unknown>;
}

/**
 * Executes a plan: gets stored days from disk, the others from the source, and stores them as they are
 * received. Several months are under way at once; days that are only read from disk come one month after another.
 * @throws Failure; on an early end it waits for what is under way, which may be paid for
 */
async function* fetchDays(plan: Plan, budget: RunBudget, options: FetchOptions): AsyncGenerator<Fetched> {
  const { stored, source, signal, isInteractive, reporter } = options;
  const connection = plan.missing.length > 0 ? await options.connect() : undefined;
  const stopping = new AbortController();
  const job: Job = {
    ...options,
    connection,
    budget,
    began: stored?.now() ?? 0,
    stopping,
    sending: AbortSignal.any([signal, stopping.signal]),
  };
  // every waiting request adds a listener
  setMaxListeners(0, job.sending);
  const ownsProgress = isInteractive && startProgress(plan, source, reporter);
  // who gets days from a slow source one by one should not keep others from all that follow
  const ahead = !connection ? 0 : source.isSparing ? 1 : options.concurrency * 2;
  const underWay: Promise<UnitResult>[] = [];
  try {
    for (const unit of [...plan.units, undefined]) {
      if (unit) underWay.push(fetchUnit(unit, job));
      // lets responses in between writes
      await letOthersRun();
      while (underWay.length > (unit ? ahead : 0)) {
        const result = await underWay.shift();
        if (result?.days.length) yield result;
        if (result?.error) throw result.error;
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    throw stored && error instanceof NotRequested ? besideStored(error, plan, stored) : error;
  } finally {
    stopping.abort(new Error('no more days are read'));
    await Promise.all(underWay);
    await stored?.receiver.settle();
    if (ownsProgress) reporter.stopProgress();
    stored?.receiver.report(reporter);
    if (stored && signal.aborted && isInteractive) reportInterrupted(stored, reporter);
  }
}

function reportInterrupted({ receiver, refresh }: StoredDays, reporter: Reporter) {
  if (receiver.stored === 0) return;
  const stored = `${count(receiver.stored, 'day')} ${receiver.stored === 1 ? 'is' : 'are'} stored`;
  reporter.note(refresh ? stored : `${stored}; run the same command again to continue`);
}

export const startProgress = (plan: Plan, { asks }: Source, reporter: Reporter): boolean =>
  asks.by === 'all'
    ? reporter.startDownload(plan.missing.length)
    : reporter.startProgress(plan.days, plan.missing.length);

/** The days of a unit up to the first one that could not be fetched, and why. */
interface UnitResult extends Fetched {
  readonly error: unknown;
}

/** The results of one unit's requests. */
interface Results {
  readonly outcomes: Map<Day, DayOutcome>;
  /** By the first day of each response. */
  readonly bodies: Map<Day, Buffer>;
}

async function fetchUnit(unit: PlanUnit, job: Job): Promise<UnitResult> {
  const { stored, connection, source } = job;
  const results: Results = { outcomes: new Map(), bodies: new Map() };
  const { outcomes, bodies } = results;
  let error: unknown;
  try {
    if (connection && 'all' in connection) {
      job.download ??= downloadAll(connection, stored, job.signal).catch((error) => {
        throw asNotRequested(error, source);
      });
      const download = await job.download;
      for (const day of unit.days) outcomes.set(day, download.get(day) ?? notStored(day, source));
    } else {
      const requests = connection ? unit.requests : [];
      const requested = new Set(requests.flatMap((request) => request.days));
      for (const day of unit.days)
        if (!requested.has(day)) outcomes.set(day, stored?.lookUp(day) ?? notStored(day, source));
      if (connection)
        await allOf(requests.map((request) => fetchMissing(request, { results, job, connection })));
    }
  } catch (cause) {
    error = cause;
  }

  const days: DayOutcome[] = [];
  for (const day of unit.days) {
    const outcome = outcomes.get(day);
    if (error && !outcome) break;
    days.push(outcome ?? notStored(day, source));
  }
  return { days, bodies: days.flatMap(({ day }) => bodies.get(day) ?? []), error };
}

const notStored = (day: Day, { calendar }: Source): UnavailableDay => ({
  day,
  reason: calendar.publishes(day) ? 'not stored' : 'closed',
});

/** The context of a request. */
interface Task {
  readonly results: Results;
  readonly job: Job;
  readonly connection: Connection;
  readonly lock?: Lock | undefined;
}

/** Requests the days that are still missing. Waits for days that another process is fetching. */
async function fetchMissing({ days, scope }: PlannedRequest, task: Task) {
  const { stored, source, began, signal, sending } = task.job;
  const { outcomes } = task.results;
  // a provisional day has its own lock, so that waiting for it is short
  const nameOf = (day: Day) => (stored?.store.canStore(day) ? monthOf(day) : day);
  // sorted, so that no two processes can wait for each other
  const names = [...new Set(days.map(nameOf))].sort();
  for (;;) {
    const lock = await stored?.acquireLock(names, sending);
    try {
      // the last owner may have been killed, and have left responses
      if (lock) for (const name of names) await stored?.recover(signal, name);
      for (const day of days) {
        const outcome = stored?.lookUp(day, began);
        if (outcome) outcomes.set(day, outcome);
      }
      const missing = days.filter((day) => !outcomes.has(day));
      const locked = { ...task, lock };
      const requests = requestsFor(missing, scope, source, stored).map(({ scope, run }) =>
        scope === 'range' ? fetchRange(run, locked) : fetchSingles(run, scope, locked),
      );
      await allOf(requests);
      return;
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
    } finally {
      await lock?.release();
    }
  }
}

/** Returns whether all of the days have rates. */
async function fetchSingles({ first, last }: DayRun, scope: 'days' | 'newest', task: Task) {
  const runs = Array.from(eachDay(first, last), (day) => ({ first: day, last: day, length: 1 }));
  const results = await allOf(runs.map((run) => send({ scope, run }, task)));
  return results.every((result) => result === true);
}

/**
 * One unavailable day fails a whole range: halves it to find the day, then requests that alone. Where the plan
 * of a key has no ranges, the same days are requested one by one, at the same cost.
 * @param isRefused whether the range is known to be @returns whether all of the days have rates
 */
async function fetchRange(run: DayRun, task: Task, isRefused = false): Promise<boolean> {
  const { connection, job } = task;
  // only the first range finds out whether there are any; the others wait for it
  if (connection.hasRanges() === undefined) await job.firstRange?.catch(() => {});
  if (connection.hasRanges() === false) return fetchSingles(run, 'days', task);

  const sending = isRefused ? 'refused' : send({ scope: 'range', run }, task);
  if (sending !== 'refused') job.firstRange ??= sending;
  const result = await sending;
  if (result !== 'refused') return result;
  if (run.length === 1 || connection.hasRanges() === false) return fetchSingles(run, 'days', task);
  const [early, late] = halves(run);
  const hasEarly = await fetchRange(early, task);
  const hasLate = await fetchRange(late, task, hasEarly);
  return hasEarly && hasLate;
}

/** Returns whether all of the days have rates; `refused` if only single ones can tell. Other failures end the job. */
async function send(request: Request, task: Task): Promise<boolean | 'refused'> {
  const { connection, job } = task;
  try {
    return await take(await sendCharged(request, task), task);
  } catch (error) {
    if (error instanceof Refused) {
      const { kind, feature } = error;
      const isRange = request.scope === 'range';
      if (isRange && kind === 'not_available') return 'refused';
      if (kind === 'not_available' || kind === 'invalid_base')
        return await take(responseOf(request, error), task);
      if (isRange && kind === 'not_allowed' && feature !== 'base' && feature !== 'symbols') {
        connection.refuseRanges();
        return 'refused';
      }
    }
    const failure = asNotRequested(error, job.source);
    if (!(failure instanceof LockLost)) job.stopping.abort(failure);
    throw failure;
  }
}

function responseOf({ run }: Request, { kind, served }: Refused): SourceResponse {
  const reason = kind === 'invalid_base' ? 'no base' : 'unavailable';
  const days = Array.from(eachDay(run.first, run.last), (day): UnavailableDay => ({ day, reason, served }));
  return { run, days, served };
}

/** A stored day stays that the source no longer has, or whose response was put aside. */
async function take({ days, surplus, body }: SourceResponse, { results, job }: Task) {
  const { stored, reporter } = job;
  await stored?.learn(days);
  for (const outcome of days) results.outcomes.set(outcome.day, stored?.staying(outcome) ?? outcome);
  reportSurplus(surplus, reporter);
  const [first] = days;
  if (first && body && !stored) results.bodies.set(first.day, body);
  return !days.some(isUnavailable);
}

/** Where the source gives no rates, stored ones may do. */
function asNotRequested(error: unknown, { isService }: Source) {
  if (!(error instanceof Failure) || error instanceof NotRequested) return error;
  const mayDo = isService ? error.code === 'not_reached' : error.exitCode === exit.failed;
  return mayDo ? new NotRequested(error) : error;
}

/** Milliseconds after an interrupt in which a paid response can still be stored. */
const grace = 5_000;

/** Sends a request, again where that can help, charges each attempt, and stores the response. @throws Failure */
async function sendCharged(request: Request, { job, connection, lock }: Task): Promise<SourceResponse> {
  const { source, budget, stored, form, signal, reporter } = job;
  const receiver = stored?.receiver;
  const cost = costOf(request, source);
  const isPaid = source.isService;
  const { send, what, ...options } = connection.prepare(request, form);
  const overBudget = (more: string) => {
    const { name, hint } = budget.limit;
    const message = `${more} ${isPaid ? 'could push the cost' : 'would be'} over ${name}`;
    return new Failure('stopped_by_cost', message, hint);
  };
  async function store(response: SourceResponse) {
    const failure = await receiver?.storeResponse(request, response);
    if (failure) job.stopping.abort(failure);
    reporter.advance(ratesIn(response).length);
  }

  async function attempt() {
    lock?.check();
    if (!budget.reserve(cost)) throw overBudget(what);
    let charge: Charge = 'free';
    try {
      // a response that cannot be stored is noticed before it is paid for
      receiver?.reserve(request);
      charge = isPaid ? 'lost' : 'charged';
      const attempted = await send(stored && isPaid ? grace : 0);
      const { result } = attempted;
      charge = result instanceof Failure ? 'free' : 'charged';
      if (!(result instanceof Failure) && isPaid) await store(result);
      return attempted;
    } catch (error) {
      if (error instanceof FailedAttempt && !error.outcome.mayBeCharged) charge = 'free';
      if (error instanceof FailedAttempt) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(cost, charge);
      receiver?.journal.release(request.run);
    }
  }

  const forbid = ({ message }: FailedAttempt) =>
    budget.allows(cost) ? undefined : overBudget(`${message}; a retry`);
  const response = await retry(attempt, { ...options, signal: job.sending, forbid });
  // not before the clock has been compared with that of the source
  if (!isPaid) await store(response);
  return response;
}

/** Waits for all even if one fails: they may have been paid for. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
