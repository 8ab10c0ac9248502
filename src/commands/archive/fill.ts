import { type Day, dayAt } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { type ExitCode, exit, Failure, type FailureCode } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import { costLine } from '../../fetch/consent.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import type { Plan } from '../../fetch/plan.ts';
import { pivotCode } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { openFetcher, openStored, printPlan } from '../../run/days.ts';
import { endRun, type Run, usageIfAnswered } from '../../run/run.ts';
import { isUnavailable, quotaRenewal, type Usage } from '../../sources/source.ts';
import type { Store } from '../../store/store.ts';
import { count, grouped } from '../../words.ts';
import type { ArchiveOptions } from './archive.ts';
import { type ArchiveState, backlogOf, daysSince, firstOfArchive, rememberedStart } from './state.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/**
 * @param range as it is typed; without a first day, that is remembered; without a last one, all days are due
 * @throws Failure, also if the archive would end before it begins
 */
export async function openArchive(
  { maxCost, reserve }: ArchiveOptions,
  { since: typed, until }: { readonly [End in 'since' | 'until']: Day | undefined },
  state: ArchiveState,
  run: Run,
) {
  const { source, settings } = run;
  const stored = await openStored(run);
  const { store } = stored;

  const rememberedSince = rememberedStart(state, run);
  const since = firstOfArchive(state, store.days(), run, typed);
  if (until && until < since)
    throw new Failure(
      'end_before_start',
      `--until ${until} is before ${since}, the first day of the archive`,
    );
  if (!typed && !rememberedSince && store.isStored(since))
    run.reporter.note(`the archive continues from ${since}, where the stored days begin`);

  const { last_run = { at: '', code: exit.ok, error: null, success: null } } = state;
  const missing = daysSince(since, store, run, until).filter((day) => stored.stateOf(day) === 'missing');
  const limit = maxCost ?? settings.max_cost.value ?? usualMost;
  return {
    run,
    stored,
    fetcher: openFetcher(run, stored),
    /** To which what this run learns of the quota is added. */
    state: { since: state.since, last_run },
    /** The first day of the archive. */
    since,
    until,
    /** That first day is later than the remembered one, which stays. */
    isForOnce: (rememberedSince ?? since) < since,
    /** The due days that can be fetched. */
    missing,
    /** The first new day; older missing days are backfill. */
    newSince: newestOf(store, run),
    /** Requests that this run may cost. */
    limit: source.isService || source.isSparing ? limit : missing.length,
    /** Requests to be left; undefined: as the quota says. */
    reserve,
  };
}

const newestOf = (store: Store, { source, clock }: Run) =>
  store.days().at(-1) ?? lastFinal(source.calendar, clock.now());

export const dueDays = ({ since, until, stored, run }: Archive) => daysSince(since, stored.store, run, until);

function newestFirst(days: readonly Day[], fetcher: DayFetcher): Plan {
  const plan = fetcher.plan(days, 'range');
  return { ...plan, batches: plan.batches.toReversed(), requests: plan.requests.toReversed() };
}

/** The requests of one run, and the days of all runs. */
export function printArchivePlan(archive: Archive, format: string | undefined): Promise<ExitCode> {
  const { run, stored, fetcher, since, missing, limit } = archive;
  const due = dueDays(archive);
  const unavailable = due.filter((day) => stored.stateOf(day) === 'unavailable');
  const storedDays = due.length - unavailable.length - missing.length;
  const thisRun = Math.min(limit, missing.length);
  const runs = Math.ceil(missing.length / limit) || 0;

  let line = `${count(due.length, 'day')} since ${since}: ${grouped(storedDays)} stored, ${grouped(missing.length)} to fetch`;
  if (thisRun > 0) line += `; this run ${grouped(thisRun)}, done in ${count(runs, 'run')}`;
  const plan = newestFirst(missing.slice(missing.length - thisRun), fetcher);
  const all = { ...plan, days: due.length, stored: storedDays, unavailable, missing };
  return printPlan(all, { format }, run, line, { since, this_run: thisRun, runs });
}

export type Ended = ReturnType<typeof endOf>;

/**
 * Fetches as much as the run may spend, newest first.
 * @throws Failure; if the quota is used up before new days are fetched, once until the quota resets
 */
export async function fillArchive(archive: Archive): Promise<Ended> {
  const { run, missing, limit, stored, newSince } = archive;
  const { last_run: last } = archive.state;
  const { source, reporter, clock } = run;
  if (missing.length === 0 || limit === 0) return endOf(archive, {}, exit.ok);

  source.checkKey?.();
  stored.checkWritable(missing);
  const budget = new RunBudget(limit, { name: 'what this run may spend', hint: 'the next run continues' });
  const coverage = new Coverage({ source, base: pivotCode(source.pivot), isRange: true });
  const filled: Filled = {};
  const error = await fetchParts(archive, budget, coverage, filled).catch((cause) => cause);
  reporter.stopProgress();
  const code = coverage.report(reporter);
  await endRun(run, budget);

  const { usage } = filled;
  const renewal = quotaRenewal(usage, clock.now());
  if (usage) Object.assign(last, { left: usage.remaining, renewal });
  const lacksNew = (from: Day) => missingOf(archive).some((day) => day >= from);
  if (hasCode(error, 'quota_used_up')) {
    const isReported = last.reported && last.reported > dayAt(clock.now());
    if (lacksNew(newestOf(stored.store, run)) && !isReported) {
      last.reported = renewal;
      throw error;
    }
    filled.keptBack = 'the quota is used up';
  }
  // lost responses have used up what this run may spend: the next one goes on, unless new days were lost
  else if (error && (!hasCode(error, 'stopped_by_cost') || lacksNew(newSince))) throw error;
  if (stored.hasFailed) throw new Failure('cannot_write', 'received days could not be stored');
  return endOf(archive, filled, code);
}

export const hasCode = (error: unknown, code: FailureCode): error is Failure =>
  error instanceof Failure && error.code === code;

/** Due days that are neither stored nor known to have no rates. */
function missingOf(archive: Archive): Day[] {
  const { store } = archive.stored;
  const stored = store.names();
  return dueDays(archive).filter((day) => !stored.has(day) && !store.state.isDoubtful(day));
}

function endOf(archive: Archive, { usage, keptBack }: Filled, code: ExitCode) {
  const { stored, since, isForOnce, run } = archive;
  const { last_run: last } = archive.state;
  const renewal = quotaRenewal(usage, run.clock.now());
  const { unavailable, waiting, behind } = backlogOf({ since }, stored.store, run);
  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce) last.until = keptBack ? renewal : undefined;

  const due = dueDays(archive);
  const days = due.length;
  const names = stored.store.names();
  const storedDays = due.filter((day) => names.has(day)).length;
  const waitingDays = missingOf(archive).length;
  const gaps = days - storedDays - waitingDays;
  let line = `archive: ${grouped(storedDays)} of ${count(days, 'day')} stored since ${since}`;
  if (gaps > 0) line += `, ${count(gaps, 'gap')}`;
  if (waitingDays > 0)
    line += `, ${grouped(waitingDays)} ${keptBack ? `wait for ${renewal} (${keptBack})` : 'left for later runs'}`;
  if (waitingDays + behind.length === 0) line += ', up to date';

  const figures = {
    since,
    days,
    held: storedDays,
    gaps: unavailable.length,
    behind: behind.length,
    waiting: { days: waiting.length, until: (waiting.length > 0 && last.until) || null },
    // requests of the quota, if there is one
    left: usage?.remaining ?? null,
  };
  return { code, line, figures };
}

/** How far a run has come. */
interface Filled {
  /** As last heard, less what was spent since. */
  usage?: Usage | undefined;
  /** Why days wait for the next quota: `121 of 1,000 requests reserved`; undefined: for the next run. */
  keptBack?: string | undefined;
}

/**
 * Requests after which the quota is looked at again. Of what is left above the reserve another archive with
 * this key may take the other half: together they overshoot the reserve by one request each.
 */
const partOf = (available: number) => Math.max(1, Math.min(25, Math.ceil(available / 2)));

/** Returns the failure of a part whose lost responses used up its budget. @throws Failure */
async function fetchParts(archive: Archive, budget: RunBudget, coverage: Coverage, filled: Filled) {
  const { limit, stored, fetcher, run, newSince } = archive;
  const { reporter, clock } = run;
  const knownUnavailable = new Set(archive.missing.filter((day) => stored.store.state.isDoubtful(day)));
  let { missing } = archive;
  let lost: Failure | undefined;
  for (let isFirst = true; ; isFirst = false) {
    // what other archives and look-ups with this key have spent meanwhile
    const usage = lowerOf(await usageIfAnswered(run), filled.usage);
    filled.usage = usage;
    const { remaining, quota } = usage ?? {};
    const reserve = archive.reserve ?? reserveOf(usage);
    // what the source calls unfinished would be paid for, and not stored
    missing = missing.filter((day) => stored.store.canStore(day, clock.served));

    const before = budget.spent;
    const selection = selectDays({ missing, newSince, limit: limit - before, remaining, reserve });
    filled.keptBack = selection.isKeptBack
      ? `${grouped(reserve)} of ${count(quota ?? 0, 'request')} reserved`
      : undefined;
    const part = remaining === undefined ? limit : partOf(remaining - reserve);
    const days = selection.days.slice(-part);
    if (days.length === 0 && selection.newDaysLeft > 0 && remaining === 0)
      throw new Failure(
        'quota_used_up',
        `the quota is used up; it resets on ${quotaRenewal(usage, clock.now())}`,
      );
    if (days.length === 0) return lost;
    if (isFirst) {
      const plan = newestFirst(selection.days, fetcher);
      if (plan.cost > 0) reporter.note(costLine(plan, remaining));
      reporter.startProgress(plan.days, plan.missing.length);
    }

    budget.maximum = Math.min(limit, before + part);
    try {
      for await (const fetched of fetcher.fetch(newestFirst(days, fetcher), budget)) {
        const receivedDays = new Set(fetched.days.map(({ day }) => day));
        missing = missing.filter((day) => !receivedDays.has(day));
        for (const outcome of fetched.days)
          if (!isUnavailable(outcome) || !knownUnavailable.has(outcome.day)) coverage.add(outcome);
      }
      if (days.length === selection.days.length) return undefined;
    } catch (error) {
      if (!hasCode(error, 'stopped_by_cost')) throw error;
      lost = error;
    } finally {
      if (usage && remaining !== undefined)
        filled.usage = { ...usage, remaining: Math.max(0, remaining - (budget.spent - before)) };
    }
  }
}

/** The usage as just heard, unless it lags behind what this run has spent. */
function lowerOf(current: Usage | undefined, previous: Usage | undefined) {
  if (current?.remaining === undefined || previous?.remaining === undefined) return current ?? previous;
  return { ...current, remaining: Math.min(current.remaining, previous.remaining) };
}

interface Situation {
  readonly missing: readonly Day[];
  /** The first new day; older missing days are backfill. */
  readonly newSince: Day;
  readonly limit: number;
  /** Requests left of the quota; undefined if unknown or unlimited. */
  readonly remaining: number | undefined;
  readonly reserve: number;
}

/** Newest first: new days up to the quota, backfill from what is left above the reserve. */
export function selectDays({ missing, newSince, limit, remaining, reserve }: Situation) {
  const newDays = missing.filter((day) => day >= newSince).length;
  const newest = Math.min(newDays, limit, remaining ?? limit);
  const available = remaining === undefined ? limit : Math.max(0, remaining - newest - reserve);
  const backfill = Math.min(limit - newest, missing.length - newDays);

  return {
    days: missing.slice(missing.length - newest - Math.min(backfill, available)),
    /** How many new days it leaves out. */
    newDaysLeft: newDays - newest,
    /** More backfill waits, to leave the reserve. */
    isKeptBack: available < backfill,
  };
}

/** One request for each day until the quota resets, and a tenth of the quota for look-ups. */
export function reserveOf(usage: Pick<Usage, 'quota' | 'daysRemaining'> | undefined): number {
  if (usage?.quota === undefined) return 0;
  return (usage.daysRemaining ?? 31) + Math.ceil(usage.quota / 10);
}
