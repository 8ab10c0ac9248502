import { setMaxListeners } from 'node:events';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { addDays, type Day, type DayRun, eachDay, monthOf, runOver } from '../calendar/day.ts';
import { exit, Failure } from '../errors.ts';
import { FailedAttempt } from '../http/client.ts';
import { retry } from '../http/retry.ts';
import type { Reporter } from '../report/reporter.ts';
import {
  type Connection,
  type DayOutcome,
  NotRequested,
  Refused,
  type Request,
  type RequestScope,
  type ResponseForm,
  ratesIn,
  type Source,
  type SourceResponse,
  type WholeConnection,
} from '../sources/source.ts';
import { type Reservation, releaseRoom } from '../store/journal.ts';
import { acquireShared, type Lock, LockLost } from '../store/lock.ts';
import { count } from '../words.ts';
import type { Charge, RunBudget } from './budget.ts';
import { besideStored } from './consent.ts';
import { downloadAll } from './download.ts';
import {
  costOf,
  type DayState,
  type Plan,
  type PlannedBatch,
  planDays,
  requestsFor,
  stateOf,
} from './plan.ts';
import type { StoredDays } from './stored-days.ts';

/** Days of a plan, in order. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  /** The responses as they were received, unless the days are stored. */
  readonly bodies?: readonly Buffer[];
}

/** Plans days, and gets them from the store or the source. */
export interface DayFetcher {
  /** @param days ascending, each once */
  plan(days: readonly Day[], scope: RequestScope): Plan;
  stateOf(day: Day): DayState;
  /** Days in the plan's order, a month or a request at a time. */
  fetch(plan: Plan, budget: RunBudget): AsyncGenerator<Fetched>;
}

interface FetchOptions {
  readonly source: Source;
  /** Undefined if days are neither read from disk nor stored. */
  readonly stored: StoredDays | undefined;
  readonly connect: () => Promise<Connection | WholeConnection>;
  readonly form: ResponseForm;
  readonly concurrency: number;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** False for a server, which reports neither progress nor interrupts. */
  readonly isInteractive: boolean;
}

export function dayFetcher(options: FetchOptions): DayFetcher {
  const { source, stored } = options;
  return {
    plan: (days, scope) => planDays(days, scope, source, stored),
    stateOf: (day) => stateOf(day, source, stored),
    fetch: (plan, budget) => fetchDays(plan, budget, options),
  };
}

/** A plan that is being executed. */
interface Execution extends FetchOptions {
  readonly plan: Plan;
  /** Undefined where no days are requested. */
  readonly connection: Connection | undefined;
  readonly budget: RunBudget;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  /** Aborted for a failure that every other request would meet, too. */
  readonly stopping: AbortController;
  /**
   * Aborted with it, and once the run is interrupted: then nothing more is sent, while requests under way go
   * on.
   */
  readonly sending: AbortSignal;
  /** The outcomes of a source that gives all its days at once. */
  downloaded?: Awaited<ReturnType<typeof downloadAll>>;
  /** The first request for a range. */
  firstRange?: Promise<unknown>;
}

/**
 * Executes a plan: gets stored days from disk, the others from the source, and stores them as they are
 * received. Several months are under way at once; days that are only read from disk come one month after
 * another.
 * @throws Failure; on an early end it waits for requests under way, which may be charged
 */
async function* fetchDays(plan: Plan, budget: RunBudget, options: FetchOptions): AsyncGenerator<Fetched> {
  const { stored, source, signal, isInteractive, reporter } = options;
  const opened = plan.missing.length > 0 ? await options.connect() : undefined;
  const connection = opened && 'all' in opened ? undefined : opened;
  const stopping = new AbortController();
  const sending = AbortSignal.any([signal, stopping.signal]);
  // every waiting request adds a listener
  setMaxListeners(0, sending);
  const began = stored?.now() ?? 0;
  const execution: Execution = { ...options, plan, connection, budget, began, stopping, sending };
  const ownsProgress = isInteractive && reporter.startProgress(plan.days, plan.missing.length);
  // with a slow source that is asked day by day, one reader should not block other processes
  const ahead = !connection ? 0 : source.isSparing ? 1 : options.concurrency * 2;
  const underWay: ReturnType<typeof fetchBatch>[] = [];
  try {
    if (opened && 'all' in opened)
      execution.downloaded = await downloadAll(opened, plan, stored, signal).catch((error) => {
        throw asNotRequested(error, source);
      });
    for (const batch of [...plan.batches, undefined]) {
      if (batch) underWay.push(fetchBatch(batch, execution));
      // lets responses in between writes
      await letOthersRun();
      while (underWay.length > (batch ? ahead : 0)) {
        const result = await underWay.shift();
        if (result?.days.length) yield result;
        if (result?.error) throw result.error;
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    throw besideStored(error, plan, stored);
  } finally {
    stopping.abort(new Error('no more days are read'));
    await Promise.all(underWay);
    if (ownsProgress) reporter.stopProgress();
    await stored?.settle(reporter);
    const days = stored?.written;
    if (days && signal.aborted && isInteractive) {
      const more = stored.refresh ? '' : '; run the same command again to continue';
      reporter.note(`${count(days, 'day')} ${days === 1 ? 'is' : 'are'} stored${more}`);
    }
  }
}

/** What the requests of a batch share. */
interface RequestContext {
  readonly execution: Execution;
  readonly connection: Connection;
  readonly outcomes: Map<Day, DayOutcome>;
  /** Of responses that are not stored, by their first day. */
  readonly bodies: Map<Day, Buffer>;
  lock?: Lock | undefined;
}

/** Returns the days up to the first one that could not be fetched, and why. */
async function fetchBatch(
  { days, missing }: PlannedBatch,
  execution: Execution,
): Promise<Fetched & { readonly error: unknown }> {
  const { stored, connection, downloaded, source } = execution;
  const outcomes = new Map<Day, DayOutcome>();
  const bodies = new Map<Day, Buffer>();
  let error: unknown;
  try {
    const requested = new Set(connection ? missing : []);
    for (const day of days)
      if (!requested.has(day)) {
        const reason = source.calendar.publishes(day) ? 'not stored' : 'closed';
        outcomes.set(day, downloaded?.get(day) ?? stored?.lookUp(day) ?? { day, reason });
      }
    if (connection && missing.length > 0)
      await fetchMissing(missing, { execution, connection, outcomes, bodies });
  } catch (cause) {
    error = cause;
  }

  const found: DayOutcome[] = [];
  const sent: Buffer[] = [];
  for (const day of days) {
    const outcome = outcomes.get(day);
    if (!outcome && error) break;
    found.push(outcome ?? { day, reason: 'not stored' });
    const body = bodies.get(day);
    if (body) sent.push(body);
  }
  return { days: found, bodies: sent, error };
}

/** Requests days of a batch that are still missing. Waits for days that another process is fetching. */
async function fetchMissing(days: readonly Day[], context: RequestContext) {
  const { execution, outcomes } = context;
  const { stored, source, plan, began, signal, sending } = execution;
  // in order, so that no two processes can wait for each other
  const names = new Set<string>();
  // a provisional day has its own lock, so that waiting for it is short
  for (const day of days) names.add(stored?.store.canStore(day) ? monthOf(day) : day);
  for (;;) {
    context.lock = stored && (await acquireShared(stored.locks, [...names], sending));
    try {
      stored?.store.state.reread();
      // the last owner may have been killed, and have left responses
      if (stored) for (const name of names) await stored.recover(signal, name);
      const missing: Day[] = [];
      for (const day of days) {
        const outcome = outcomes.get(day) ?? stored?.lookUp(day, began);
        if (outcome) outcomes.set(day, outcome);
        else missing.push(day);
      }
      const works: Promise<unknown>[] = [];
      for (const request of requestsFor(missing, plan.scope, source, stored?.store.state))
        works.push(request.scope === 'range' ? fetchRange(request.run, context) : send(request, context));
      await allOf(works);
      return;
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
    } finally {
      await context.lock?.release();
    }
  }
}

/**
 * One unavailable day fails a whole range: halves it to find the day, then requests that alone. Where the
 * plan of a key has no ranges, the same days are requested one by one, at the same cost.
 * @param isRefused whether the range is known to be @returns whether it was
 */
async function fetchRange(run: DayRun, context: RequestContext, isRefused = false): Promise<boolean> {
  const { connection, execution } = context;
  // only the first range finds out whether there are any; the others wait for it
  if (connection.hasRanges() === undefined) await execution.firstRange?.catch(() => {});
  if (connection.hasRanges() !== false && !isRefused) {
    const sending = send({ scope: 'range', run }, context);
    execution.firstRange ??= sending;
    if ((await sending) !== 'refused') return false;
  }
  if (run.length > 1 && connection.hasRanges() !== false) {
    const { first } = run;
    const length = run.length >> 1;
    const last = addDays(first, length - 1);
    const isEarlyRefused = await fetchRange({ first, last, length }, context);
    const late = { first: addDays(last, 1), last: run.last, length: run.length - length };
    await fetchRange(late, context, !isEarlyRefused);
    return true;
  }
  const works: Promise<unknown>[] = [];
  for (const day of eachDay(run.first, run.last))
    works.push(send({ scope: 'days', run: runOver([day]) }, context));
  await allOf(works);
  return true;
}

/** Returns `refused` for a range of which only single days can tell. Other failures end the fetch. */
async function send(request: Request, context: RequestContext): Promise<'refused' | undefined> {
  const { connection, execution } = context;
  try {
    return await take(await sendCharged(request, context), context);
  } catch (error) {
    if (error instanceof Refused) {
      const { kind, feature, served } = error;
      const isRange = request.scope === 'range';
      if (isRange && kind === 'not_available') return 'refused';
      if (kind === 'not_available' || kind === 'invalid_base') {
        const reason = kind === 'invalid_base' ? 'no base' : 'unavailable';
        const { first, last } = request.run;
        const days = Array.from(eachDay(first, last), (day) => ({ day, reason, served }) as const);
        return await take({ run: request.run, days }, context);
      }
      if (isRange && kind === 'not_allowed' && feature !== 'base' && feature !== 'symbols') {
        connection.refuseRanges();
        return 'refused';
      }
    }
    const failure = asNotRequested(error, execution.source);
    if (!(failure instanceof LockLost)) execution.stopping.abort(failure);
    throw failure;
  }
}

/** A stored day stays that the source no longer has, or whose response was put aside. */
async function take(
  { run, days, body }: Omit<SourceResponse, 'served'>,
  { execution, outcomes, bodies }: RequestContext,
) {
  const { stored } = execution;
  await stored?.learn(days);
  for (const outcome of days) outcomes.set(outcome.day, stored?.staying(outcome) ?? outcome);
  if (body && !stored) bodies.set(run.first, body);
  return undefined;
}

/** Where the source gives no rates, stored ones may do. */
function asNotRequested(error: unknown, { isService }: Source) {
  if (!(error instanceof Failure) || error instanceof NotRequested) return error;
  const mayDo = isService ? error.code === 'not_reached' : error.exitCode === exit.failed;
  return mayDo ? new NotRequested(error) : error;
}

/** Milliseconds after an interrupt in which a paid response can still be stored. */
const grace = 5_000;

/**
 * Sends a request, again where that can help, charges each attempt, and stores the response. @throws Failure
 */
async function sendCharged(
  request: Request,
  { execution, connection, lock }: RequestContext,
): Promise<SourceResponse> {
  const { source, budget, stored, form, signal, reporter } = execution;
  const cost = source.isSparing ? 1 : costOf(request, source);
  const isPaid = source.isService;
  const { send, ...options } = connection.prepare(request, form);
  const what = isPaid ? `a request of ${count(request.run.length, 'day')}` : 'another request';
  const overBudget = (more: string) => {
    const { name, hint } = budget.limit;
    const message = `${more} ${isPaid ? 'could push the cost' : 'would be'} over ${name}`;
    return new Failure('stopped_by_cost', message, hint);
  };
  async function store(response: SourceResponse, reservation?: Reservation) {
    const failure = await stored?.storeResponse(request, response, reservation);
    if (failure) execution.stopping.abort(failure);
    reporter.progress?.advance(ratesIn(response).length);
  }

  async function attempt() {
    lock?.check();
    if (!budget.reserve(cost)) throw overBudget(what);
    let charge: Charge = 'free';
    let reservation: Reservation | undefined;
    try {
      // a response that cannot be stored is noticed before it is paid for
      reservation = stored?.reserve(request);
      charge = isPaid ? 'lost' : 'charged';
      const attempted = await send(stored && isPaid ? grace : 0);
      const { result } = attempted;
      charge = result instanceof Failure ? 'free' : 'charged';
      if (!(result instanceof Failure) && isPaid) await store(result, reservation);
      return attempted;
    } catch (error) {
      if (error instanceof FailedAttempt && !error.outcome.mayBeCharged) charge = 'free';
      if (error instanceof FailedAttempt) signal.throwIfAborted();
      throw error;
    } finally {
      budget.settle(cost, charge);
      if (reservation) releaseRoom(reservation);
    }
  }

  const forbid = ({ message }: FailedAttempt) =>
    budget.allows(cost) ? undefined : overBudget(`${message}; a retry`);
  const response = await retry(attempt, { ...options, signal: execution.sending, forbid });
  // not before the clock has been compared with that of the source
  if (!isPaid) await store(response);
  return response;
}

/** Waits for all even if one fails: they may have been paid for. */
async function allOf(works: readonly Promise<unknown>[]) {
  await Promise.allSettled(works);
  await Promise.all(works);
}
