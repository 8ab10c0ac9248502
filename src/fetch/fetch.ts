import { setMaxListeners } from 'node:events';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, dayAt, eachDay } from '../calendar/day.ts';
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
import { CannotLock, type Lock, LockLost } from '../store/lock.ts';
import { count } from '../words.ts';
import type { Budget, Charge } from './budget.ts';
import { besideStored } from './consent.ts';
import {
  costOf,
  type DayPlaces,
  type DayState,
  type Part,
  type Plan,
  type PlannedRequest,
  type PlannedSource,
  type PlanUnit,
  partsOf,
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
  fetch(plan: Plan, budget: Budget): AsyncGenerator<Fetched>;
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

/**
 * Executes a plan: gets stored days from disk, the others from the source, and stores them as they are
 * received. Several months are under way at once.
 * @throws Failure; on an early end it waits for what is under way, which may be paid for
 */
async function* fetchDays(plan: Plan, budget: Budget, options: FetchOptions): AsyncGenerator<Fetched> {
  const { stored, source, signal, isInteractive, reporter } = options;
  const connection = plan.missing.length > 0 ? await options.connect() : undefined;
  const job = connection && startJob(connection, budget, options);
  const ownsProgress = isInteractive && startProgress(plan, source, reporter);
  try {
    for await (const fetched of inOrder(plan.units, job, options)) {
      yield fetched;
      signal.throwIfAborted();
    }
  } catch (error) {
    throw stored && error instanceof NotRequested ? await besideStored(error, plan, stored) : error;
  } finally {
    await stored?.receiver.settle();
    if (ownsProgress) reporter.stopProgress();
    stored?.receiver.report(reporter);
    if (stored && signal.aborted && isInteractive) reportInterrupted(stored, reporter);
  }
}

function reportInterrupted({ receiver, refresh }: StoredDays, reporter: Reporter): void {
  if (receiver.stored === 0) return;
  const stored = `${count(receiver.stored, 'day')} ${receiver.stored === 1 ? 'is' : 'are'} stored`;
  reporter.note(refresh ? stored : `${stored}; run the same command again to continue`);
}

export const startProgress = (plan: Plan, { asks }: Source, reporter: Reporter): boolean =>
  asks.by === 'all'
    ? reporter.startDownload(plan.missing.length)
    : reporter.startProgress(plan.days, plan.missing.length);

/** Units of a job in their order, some of them ahead; days that are only read from disk one after another. */
async function* inOrder(
  units: readonly PlanUnit[],
  job: Job | undefined,
  { source, concurrency, ...options }: FetchOptions,
): AsyncGenerator<Fetched> {
  // who gets days from a slow source one by one should not keep others from all that follow
  const ahead = source.isSparing ? 1 : concurrency * 2;
  const underWay: Promise<UnitResult>[] = [];
  try {
    for (const unit of units) {
      if (job) underWay.push(fetchUnit(unit, job));
      else yield knownDays(unit, { ...options, source });
      // lets responses in between writes
      await letOthersRun();
      if (underWay.length > ahead) yield* daysOf(underWay.shift());
    }
    while (underWay.length > 0) yield* daysOf(underWay.shift());
  } finally {
    job?.stop(new Error('no more days are read'));
    await Promise.all(underWay);
  }
}

/** What is there of a unit, and why no more is. */
interface UnitResult extends Fetched {
  readonly error?: unknown;
}

async function* daysOf(unit: Promise<UnitResult> | undefined): AsyncGenerator<Fetched> {
  const result = await unit;
  if (!result) return;
  if (result.days.length > 0) yield result;
  if ('error' in result) throw result.error;
}

function knownDays({ days }: PlanUnit, { stored, source }: DayPlaces): Fetched {
  return { days: days.map((day) => stored?.known(day) ?? notStored(day, source)) };
}

const notStored = (day: Day, { calendar }: Pick<Source, 'calendar'>): UnavailableDay => ({
  day,
  reason: calendar.publishes(day) ? 'not stored' : 'closed',
});

/** All requests of a plan. */
interface Job extends FetchOptions {
  readonly connection: Connection | WholeConnection;
  readonly budget: Budget;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  /** Once aborted, nothing more is sent; requests under way go on. */
  readonly signal: AbortSignal;
  /** Ends all that is under way. */
  readonly interrupted: AbortSignal;
  /** For a failure that every other request would meet, too. */
  readonly stop: (reason: unknown) => void;
  /** Of a source that gives all its days at once. */
  download?: ReturnType<typeof download>;
  /** Whether the source takes ranges; the first range finds out. */
  hasRanges: Promise<boolean> | undefined;
}

function startJob(connection: Connection | WholeConnection, budget: Budget, options: FetchOptions): Job {
  const { stored, signal: interrupted } = options;
  const stopping = new AbortController();
  const signal = AbortSignal.any([interrupted, stopping.signal]);
  // every waiting request adds a listener
  setMaxListeners(0, signal);
  const known = 'hasRanges' in connection ? connection.hasRanges() : undefined;
  return {
    ...options,
    connection,
    budget,
    began: stored?.now() ?? 0,
    signal,
    interrupted,
    stop: (reason) => stopping.abort(reason),
    hasRanges: known === undefined ? undefined : Promise.resolve(known),
  };
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
  try {
    if ('all' in connection) {
      job.download ??= download(connection, job);
      const found = await job.download;
      for (const day of unit.days) results.outcomes.set(day, found.get(day) ?? notStored(day, source));
    } else {
      const isFinal = (day: Day) => stored?.store.canStore(day) !== false;
      await allOf(partsOf(unit, isFinal).map((part) => fetchPart(part, { unit, results, job, connection })));
    }
  } catch (error) {
    // the days before the first one that is not there
    const end = unit.days.findIndex((day) => !results.outcomes.has(day));
    return { ...inPlanOrder(unit.days.slice(0, Math.max(0, end)), results, source), error };
  }
  return inPlanOrder(unit.days, results, source);
}

async function download(connection: WholeConnection, { stored, interrupted, source }: Job) {
  const { downloadAll } = await import('./download.ts');
  return downloadAll(connection, stored, interrupted).catch((error) => {
    throw asNotRequested(error, source);
  });
}

function inPlanOrder(days: readonly Day[], { outcomes, bodies }: Results, source: PlannedSource): Fetched {
  return {
    days: days.map((day) => outcomes.get(day) ?? notStored(day, source)),
    bodies: days.flatMap((day) => bodies.get(day) ?? []),
  };
}

/** What a request belongs to. */
interface Task {
  readonly unit: PlanUnit;
  readonly results: Results;
  readonly job: Job;
  readonly connection: Connection;
  readonly lock?: Lock | undefined;
}

/** Days that another process is fetching are waited for. */
async function fetchPart(part: Part, task: Task): Promise<void> {
  const { stored, signal, interrupted } = task.job;
  if (!stored) return fetchMissing(part, task);
  for (;;) {
    let lock: Lock | undefined;
    try {
      lock = await stored.locks.acquire(part.locks, signal);
      // the last owner may have been killed, and have left responses
      for (const month of part.locks) await stored.recover(interrupted, month);
      return await fetchMissing(part, { ...task, lock });
    } catch (error) {
      if (error instanceof LockLost) continue;
      if (!(error instanceof CannotLock)) throw error;
      stored.reporter.problemOnce(error.message);
      return await fetchMissing(part, task);
    } finally {
      await lock?.release();
    }
  }
}

/** Looks again for days that have been stored since the plan, and requests the others. */
async function fetchMissing(part: Part, task: Task): Promise<void> {
  const { unit, results, job } = task;
  const { stored, source, began } = job;
  const requested = new Set(unit.requests.flatMap((request) => request.days));
  for (const day of unit.days) {
    const outcome = requested.has(day) ? stored?.knownSince(day, began) : stored?.known(day);
    if (outcome) results.outcomes.set(day, outcome);
  }

  const stillMissing = ({ days, scope }: PlannedRequest) => {
    const missing = days.filter((day) => !results.outcomes.has(day));
    return requestsFor(missing, scope, source, stored);
  };
  const requests = stored ? part.requests.flatMap(stillMissing) : part.requests;
  await allOf(requests.map((request) => fetchRequest(request, task)));
}

/** Where the source takes no ranges, the same days are requested one by one, at the same cost. */
async function fetchRequest({ scope, run }: Request, task: Task): Promise<void> {
  const { connection, job } = task;
  if (scope !== 'range') return fetchSingles(run, scope, task);

  // only the first range finds out; the others wait for it
  if (!job.hasRanges || (await job.hasRanges)) {
    const fetched = fetchRange(run, task).then(
      () => true,
      (error) => {
        if (isRangeRefusal(error)) return false;
        throw error;
      },
    );
    job.hasRanges ??= fetched.catch(() => true);
    if (await fetched) return;
  }
  connection.refuseRanges();
  await fetchSingles(run, 'days', task);
}

async function fetchSingles({ first, last }: DayRun, scope: 'days' | 'newest', task: Task): Promise<void> {
  const runs = Array.from(eachDay(first, last), (day) => ({ first: day, last: day, length: 1 }));
  await allOf(runs.map(async (run) => void (await fetchSingle(run, scope, task))));
}

async function fetchSingle(run: DayRun, scope: 'days' | 'newest', task: Task): Promise<SourceResponse> {
  const response = await send({ scope, run }, task);
  return response instanceof Refused ? takeRefused(run, response, task) : response;
}

/**
 * One unavailable day fails a whole range: halves it to find the day, then requests that alone. The result is
 * false if days are unavailable.
 * @param known how the range is known to be refused @throws Refused if the plan has no ranges
 */
async function fetchRange(run: DayRun, task: Task, known?: Refused): Promise<boolean> {
  const response = known ?? (await send({ scope: 'range', run }, task));
  if (!(response instanceof Refused)) return isComplete(response);
  if (response.kind === 'invalid_base') return isComplete(await takeRefused(run, response, task));
  if (run.length === 1) return isComplete(await fetchSingle(run, 'days', task));

  const [early, late] = halves(run);
  const hasEarly = await fetchRange(early, task);
  const hasLate = await fetchRange(late, task, hasEarly ? response : undefined);
  return hasEarly && hasLate;
}

const isComplete = ({ days }: SourceResponse) => !days.some(isUnavailable);

/** Returns a refusal that says something of the days; any other ends the job. */
async function send(request: Request, task: Task): Promise<SourceResponse | Refused> {
  try {
    const response = await sendCharged(request, task);
    await take(response, task);
    return response;
  } catch (cause) {
    if (isOfDays(cause)) return cause;
    const error = asNotRequested(cause, task.job.source);
    const isPassing = error instanceof LockLost || (request.scope === 'range' && isRangeRefusal(error));
    if (!isPassing) task.job.stop(error);
    throw error;
  }
}

/** Where the source gives no rates, stored ones may do. */
function asNotRequested(error: unknown, { has }: Pick<Source, 'has'>): unknown {
  if (!(error instanceof Failure) || error instanceof NotRequested) return error;
  const mayDo = has.quota ? error.code === 'not_reached' : error.exitCode === exit.failed;
  return mayDo ? new NotRequested(error) : error;
}

const isOfDays = (error: unknown): error is Refused =>
  error instanceof Refused && (error.kind === 'not_available' || error.kind === 'invalid_base');

function isRangeRefusal(error: unknown): boolean {
  if (!(error instanceof Refused) || error.kind !== 'not_allowed') return false;
  return error.feature !== 'base' && error.feature !== 'symbols';
}

/** Milliseconds after an interrupt in which a paid response can still be stored. */
const grace = 5_000;

/** Sends a request, again where that can help, charges each attempt, and stores the response. @throws Failure */
async function sendCharged(request: Request, { job, connection, lock }: Task): Promise<SourceResponse> {
  const { source, budget, stored, form, signal, interrupted } = job;
  const cost = costOf(request, source);
  const isPaid = source.has.quota;
  const { send, what, ...options } = connection.prepare(request, form);
  const { name, hint } = budget.limit;
  const overBudget = (more: string) => {
    const message = `${more} ${isPaid ? 'could push the cost' : 'would be'} over ${name}`;
    return new Failure('stopped_by_cost', message, hint);
  };

  async function attempt() {
    lock?.check();
    // a response that cannot be stored is noticed before it is paid for
    const room = stored?.receiver.reserve(request);
    let charge: Charge = isPaid ? 'lost' : 'charged';
    try {
      if (!budget.reserve(cost)) throw overBudget(what);
      try {
        const attempted = await send(stored && isPaid ? grace : 0);
        const isResponse = !(attempted.result instanceof Failure);
        charge = isResponse ? 'charged' : 'free';
        if (isResponse && isPaid) await store(request, attempted.result, room, job);
        return attempted;
      } catch (error) {
        if (error instanceof FailedAttempt && !error.outcome.mayBeCharged) charge = 'free';
        if (error instanceof FailedAttempt) interrupted.throwIfAborted();
        throw error;
      } finally {
        budget.settle(cost, charge);
      }
    } finally {
      stored?.receiver.release(room);
    }
  }

  const forbid = ({ message }: FailedAttempt) =>
    budget.allows(cost) ? undefined : overBudget(`${message}; another try`);
  const response = await retry(attempt, { ...options, signal, forbid });
  // not before the clock has been compared with that of the source
  if (!isPaid) await store(request, response, undefined, job);
  return response;
}

async function store(
  request: Request,
  response: SourceResponse,
  room: ReturnType<StoredDays['receiver']['reserve']>,
  { stored, reporter, stop }: Job,
): Promise<void> {
  const { length } = ratesIn(response);
  // after midnight, the newest rates are no longer those of the day that was requested
  const isLate =
    request.scope === 'newest' &&
    response.served !== undefined &&
    dayAt(response.served) !== request.run.first;
  if (length === 0 || isLate) return;
  const failure = await stored?.receiver.storeResponse(request, response, room);
  if (failure) stop(failure);
  reporter.advance(length);
}

async function takeRefused(run: DayRun, { kind, served }: Refused, task: Task): Promise<SourceResponse> {
  const reason = kind === 'invalid_base' ? 'no base' : 'unavailable';
  const days = Array.from(eachDay(run.first, run.last), (day): UnavailableDay => ({ day, reason, served }));
  const response = { run, days, served };
  await take(response, task);
  return response;
}

/** A stored day stays that the source no longer has, or whose response was put aside. */
async function take({ days, surplus, body }: SourceResponse, { results, job }: Task): Promise<void> {
  const { stored, reporter } = job;
  await stored?.learn(days);
  for (const outcome of days) results.outcomes.set(outcome.day, stored?.staying(outcome) ?? outcome);
  reportSurplus(surplus, reporter);
  const [first] = days;
  if (first && body && !stored) results.bodies.set(first.day, body);
}

/** Waits for all even if one fails: they may have been paid for. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
