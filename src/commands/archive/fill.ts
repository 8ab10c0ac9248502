import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import { costLine } from '../../fetch/consent.ts';
import { type DayFetcher, startProgress } from '../../fetch/fetch.ts';
import type { Plan } from '../../fetch/plan.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { openFetcher, openStored, printPlan } from '../../run/days.ts';
import { type Run, spentLine, usageIfAnswered } from '../../run/run.ts';
import { mostTries } from '../../sources/oxr/source.ts';
import { isUnavailable, quotaRenewal, Refused, type Usage } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import type { ArchiveOptions } from './archive.ts';
import {
  type ArchiveState,
  daysSince,
  firstOfArchive,
  type LastRun,
  laterOf,
  rememberedStart,
  standingSince,
} from './state.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

export type Archive = Awaited<ReturnType<typeof openArchive>>;

/** As it is typed. Without a first day, that is remembered; without a last one, all days are due. */
export interface TypedRange {
  readonly since: Day | undefined;
  readonly until: Day | undefined;
}

/** @throws Failure, also if the archive would end before it begins */
export async function openArchive(
  { maxCost, reserve }: ArchiveOptions,
  { since: typed, until }: TypedRange,
  state: ArchiveState,
  run: Run,
) {
  const { source, settings } = run;
  const stored = await openStored(run);
  const { store } = stored;

  const remembered = rememberedStart(state, run);
  const since = laterOf(typed ?? firstOfArchive(state, store.days(), run), source.calendar.first ?? firstDay);
  if (until && until < since)
    throw new Failure(
      'end_before_start',
      `--until ${until} is before ${since}, the first day of the archive`,
    );
  if (!typed && !remembered && store.isStored(since))
    run.reporter.note(`the archive continues from ${since}, where the stored days begin`);

  const missing = daysSince(since, store, run, until).filter((day) => stored.stateOf(day) === 'missing');
  const limit = maxCost ?? settings.max_cost.value ?? usualMost;
  return {
    run,
    stored,
    fetcher: openFetcher(run, { stored }),
    /** The first day of the archive. */
    since,
    until,
    /** That first day is later than the remembered one, which stays. */
    isForOnce: (remembered ?? since) < since,
    /** The due days that can be fetched. */
    missing,
    /** Requests that this run may cost. */
    limit: source.has.quota || source.isSparing ? limit : missing.length,
    /** Requests to be left; undefined: as the quota says. */
    reserve,
  };
}

export const dueDays = ({ since, until, stored, run }: Archive) => daysSince(since, stored.store, run, until);

function newestFirst(days: readonly Day[], fetcher: DayFetcher): Plan {
  const plan = fetcher.plan(days, 'range');
  return { ...plan, units: plan.units.toReversed(), requests: plan.requests.toReversed() };
}

export function printArchivePlan(archive: Archive, format: string | undefined): Promise<ExitCode> {
  const { run, stored, fetcher, since, missing, limit } = archive;
  const due = dueDays(archive);
  const days = due.length;
  const unavailable = due.filter((day) => stored.stateOf(day) === 'unavailable');
  const gaps = unavailable.length;
  const fetch = missing.length;
  const held = days - gaps - fetch;
  const thisRun = Math.min(limit, fetch);
  // with nothing to spend, no number of runs fetches what is missing
  const runs = fetch > 0 && limit === 0 ? undefined : Math.ceil(fetch / Math.max(limit, 1));

  let line = `${count(days, 'day')} since ${since}: ${grouped(held)} stored, ${grouped(fetch)} to fetch`;
  if (thisRun > 0) line += `; this run ${grouped(thisRun)}, done in ${count(runs ?? 0, 'run')}`;
  if (gaps > 0) line += `; ${count(gaps, 'gap')}: ${daysInWords(unavailable)}`;
  const whole = { since, days, held, gaps, fetch, this_run: thisRun, runs };
  const plan = newestFirst(missing.slice(fetch - thisRun), fetcher);
  return printPlan(plan, { format }, run, { line, whole });
}

export type Ended = ReturnType<typeof endOf>;

/**
 * @param lastRun is told what this run learns of the quota
 * @throws Failure; if the quota is used up before new days are fetched, once until the quota resets
 */
export async function fillArchive(archive: Archive, lastRun: LastRun): Promise<Ended> {
  const { run, missing, limit, stored } = archive;
  const newSince = newestOf(archive);
  if (missing.length === 0 || limit === 0) return endOf(archive, { code: exit.ok }, lastRun);

  run.source.checkKey?.();
  stored.checkWritable(missing);
  const filled = await fetchMissing(archive, newSince);
  const { usage, error } = filled;
  const renewal = quotaRenewal(usage, run.clock.now());
  if (usage) Object.assign(lastRun, { left: usage.remaining, renewal });

  const lacksNew = (from: Day) => missingOf(archive).some((day) => day >= from);
  if (error instanceof Refused && error.kind === 'quota') {
    const isReported = lastRun.told && lastRun.told > dayAt(run.clock.now());
    if (lacksNew(newestOf(archive)) && !isReported) {
      lastRun.told = renewal;
      throw error;
    }
    filled.keptBack = 'the quota is used up';
  }
  // lost responses have used up what this run may spend: the next one goes on, unless new days were lost
  else if (error && (!isOverBudget(error) || lacksNew(newSince))) throw error;
  return endOf(archive, filled, lastRun);
}

const isOverBudget = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'stopped_by_cost';

/** Due days that are neither stored nor known to have no rates. */
const missingOf = (archive: Archive) =>
  dueDays(archive).filter(
    (day) => !archive.stored.store.isStored(day) && !archive.stored.wasUnavailable(day),
  );

const newestOf = ({ stored, run }: Archive) =>
  stored.store.days().at(-1) ?? lastFinal(run.source.calendar, run.clock.now());

function endOf(archive: Archive, { code: ofDays, usage, keptBack }: Filled, lastRun: LastRun) {
  const { stored, since, isForOnce, run } = archive;
  const renewal = quotaRenewal(usage, run.clock.now());
  const { unavailable, waiting, behind } = standingSince(since, stored.store, run);
  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce) lastRun.until = keptBack ? renewal : undefined;

  const due = dueDays(archive);
  const days = due.length;
  const held = due.filter((day) => stored.store.isStored(day)).length;
  const waitingDays = missingOf(archive).length;
  const gaps = days - held - waitingDays;
  let line = `archive: ${grouped(held)} of ${count(days, 'day')} stored since ${since}`;
  if (gaps > 0) line += `, ${count(gaps, 'gap')}`;
  if (waitingDays > 0)
    line += `, ${grouped(waitingDays)} ${keptBack ? `wait for ${renewal} (${keptBack})` : 'left for later runs'}`;
  if (waitingDays + behind.length === 0) line += ', up to date';

  const figures = {
    since,
    days,
    held,
    gaps: unavailable.length,
    behind: behind.length,
    waiting: { days: waiting.length, until: (waiting.length > 0 && lastRun.until) || null },
    // requests of the quota, if there is one
    left: usage?.remaining ?? null,
  };
  const code: ExitCode = stored.receiver.hasFailed ? exit.failed : ofDays;
  return { code, line, figures };
}

/**
 * Requests after which the quota is looked at again. Of what is left above the reserve another archive with this
 * key may take the other half: together they overshoot the reserve by one request each.
 */
const partOf = (room: number) => Math.max(1, Math.min(25, Math.ceil(room / 2)));

/** How far a run has come. */
interface Filled {
  code: ExitCode;
  /** As last heard, less what was spent since. */
  usage?: Usage | undefined;
  /** Why days wait for the next quota: `121 of 1,000 requests reserved`; undefined: for the next run. */
  keptBack?: string | undefined;
  /** Why it has come no further. */
  error?: unknown;
}

/** Fetches as much as the run may spend, in parts, newest first. @param newSince older days are backfill */
async function fetchMissing(archive: Archive, newSince: Day): Promise<Filled> {
  const { run, limit } = archive;
  const budget = new RunBudget(limit, { name: 'what this run may spend', hint: 'the next run continues' });
  const coverage = new Coverage({ source: run.source, base: pivotOf(run.source.pivot), isRange: true });
  const filled: Filled = { code: exit.ok };
  try {
    await fetchParts(archive, newSince, budget, coverage, filled);
  } catch (error) {
    filled.error = error;
  }
  run.reporter.stopProgress();
  filled.code = coverage.report(run.reporter);
  const spent = spentLine(budget);
  if (spent) run.reporter.note(spent);
  return filled;
}

async function fetchParts(
  archive: Archive,
  newSince: Day,
  budget: RunBudget,
  coverage: Coverage,
  filled: Filled,
) {
  const { limit, stored, fetcher, run } = archive;
  const knownUnavailable = new Set(archive.missing.filter((day) => stored.wasUnavailable(day)));
  let { missing } = archive;
  for (let isFirst = true; ; isFirst = false) {
    // what other archives and look-ups with this key have spent meanwhile
    const usage = lowerOf(await usageIfAnswered(run), filled.usage);
    filled.usage = usage;
    const { remaining, quota } = usage ?? {};
    const reserve = archive.reserve ?? reserveOf(usage);
    // what the source calls unfinished would be paid for, and not stored
    missing = missing.filter((day) => stored.store.canStore(day, run.clock.served));

    const situation = { missing, newSince, limit: limit - budget.spent, remaining, reserve };
    const share = shareOf(situation);
    filled.keptBack = share.isKeptBack ? keptBackOf(reserve, quota) : undefined;
    const mostNow = remaining === undefined ? Number.POSITIVE_INFINITY : partOf(remaining - reserve);
    const days = share.days.slice(-mostNow);
    if (days.length === 0) {
      if (share.newDaysLeft > 0 && remaining === 0) throw usedUp(quotaRenewal(usage, run.clock.now()));
      if (share.isKeptBack) filled.error = undefined;
      return;
    }
    if (isFirst) showStart(newestFirst(share.days, fetcher), remaining, run);

    const before = budget.spent;
    budget.maximum = before + Math.min(mostNow, boundOf({ days }, situation));
    try {
      for await (const fetched of fetcher.fetch(newestFirst(days, fetcher), budget)) {
        const seen = new Set(fetched.days.map(({ day }) => day));
        missing = missing.filter((day) => !seen.has(day));
        for (const outcome of fetched.days)
          if (!isUnavailable(outcome) || !knownUnavailable.has(outcome.day)) coverage.add(outcome);
      }
      if (days.length === share.days.length) {
        filled.error = undefined;
        return;
      }
    } catch (error) {
      // lost responses have used up the part
      if (!isOverBudget(error) || budget.spent === before) throw error;
      filled.error = error;
    } finally {
      if (usage && remaining !== undefined)
        filled.usage = { ...usage, remaining: Math.max(0, remaining - (budget.spent - before)) };
    }
  }
}

/** The usage as just heard, unless it lags behind what this run has spent. */
function lowerOf(heard: Usage | undefined, known: Usage | undefined) {
  if (heard?.remaining === undefined || known?.remaining === undefined) return heard ?? known;
  return { ...heard, remaining: Math.min(heard.remaining, known.remaining) };
}

function usedUp(renewal: Day) {
  const message = `the quota is used up; it resets on ${renewal}`;
  return new Refused('quota', new Failure('quota_used_up', message));
}

function showStart(plan: Plan, remaining: number | undefined, { source, reporter }: Run) {
  if (plan.cost > 0) reporter.note(costLine(plan, remaining));
  startProgress(plan, source, reporter);
}

function keptBackOf(reserve: number, quota: number | undefined) {
  const of = quota === undefined ? '' : `${grouped(reserve)} of `;
  return `${of}${count(quota ?? reserve, 'request')} reserved`;
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
export function shareOf({ missing, newSince, limit, remaining, reserve }: Situation) {
  const newDays = missing.filter((day) => day >= newSince).length;
  const newest = Math.min(newDays, limit, remaining ?? limit);
  const room = remaining === undefined ? limit : Math.max(0, remaining - newest - reserve);
  const backfill = Math.min(limit - newest, missing.length - newDays);

  return {
    days: missing.slice(missing.length - newest - Math.min(backfill, room)),
    /** How many new days it leaves out. */
    newDaysLeft: newDays - newest,
    /** More backfill waits, to leave the reserve. */
    isKeptBack: room < backfill,
  };
}

/** Requests for the share: a lost answer of a new day may draw on the reserve, one of backfill may not. */
export function boundOf(
  { days }: { readonly days: readonly Day[] },
  { newSince, limit, remaining, reserve }: Situation,
): number {
  if (remaining === undefined) return limit;
  const retries = days.filter((day) => day >= newSince).length * (mostTries - 1);
  return Math.min(limit, remaining, Math.max(days.length + retries, remaining - reserve));
}

/** One request for each day until the quota resets, and a tenth of the quota for look-ups. */
export function reserveOf(usage: Pick<Usage, 'quota' | 'daysRemaining'> | undefined): number {
  if (usage?.quota === undefined) return 0;
  return (usage.daysRemaining ?? 31) + Math.ceil(usage.quota / 10);
}
