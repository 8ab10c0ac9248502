import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import { costLine } from '../../fetch/consent.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { openFetcher, openStored } from '../../run/days.ts';
import { printPlan } from '../../run/print-plan.ts';
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

export interface Archive {
  readonly run: Run;
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  /** The first day of the archive. */
  readonly since: Day;
  /** That day is later than the remembered one, which stays. */
  readonly isForOnce: boolean;
  /** All days that are due. */
  days(): Day[];
  readonly missing: readonly Day[];
  /** Whether any of them has been stored since. */
  hasStored(): boolean;
  /** Whether none of them is missing any more. */
  isComplete(): boolean;
  /** Requests that this run may cost. */
  readonly most: number;
  /** Requests to be left; undefined: as the quota says. */
  readonly reserve: number | undefined;
}

/** As it is typed. Without a first day, that is remembered; without a last one, all days are due. */
export interface TypedRange {
  readonly since: Day | undefined;
  readonly until: Day | undefined;
}

/** @throws Failure, also if the archive would end before it begins */
export async function openArchive(
  { maxCost, reserve }: ArchiveOptions,
  { since: from, until }: TypedRange,
  state: ArchiveState,
  run: Run,
): Promise<Archive> {
  const { source, reporter, settings } = run;
  const stored = await openStored(run);
  const { store } = stored;

  const remembered = rememberedStart(state, run);
  const since = laterOf(
    from ?? remembered ?? firstOfArchive(state, store.days(), run),
    source.calendar.first ?? firstDay,
  );
  if (until && until < since)
    throw new Failure(
      'end_before_start',
      `--until ${until} is before ${since}, the first day of the archive`,
    );
  if (!from && !remembered && store.isStored(since))
    reporter.note(`the archive continues from ${since}, where the stored days begin`);

  const days = () => daysSince(since, store, run).filter((day) => !until || day <= until);
  const isMissing = (day: Day) => stored.stateOf(day) === 'missing';
  const missing = days().filter(isMissing);
  const most = maxCost ?? settings.max_cost.value ?? usualMost;
  return {
    run,
    stored,
    fetcher: openFetcher(run, { stored }),
    since,
    isForOnce: (remembered ?? since) < since,
    days,
    missing,
    hasStored: () => missing.some((day) => store.isStored(day)),
    isComplete: () => !missing.some(isMissing),
    most: source.has.quota || source.isSparing ? most : missing.length,
    reserve,
  };
}

function newestFirst(days: readonly Day[], fetcher: DayFetcher): Plan {
  const plan = fetcher.plan(days, 'range');
  return { ...plan, units: plan.units.toReversed(), requests: plan.requests.toReversed() };
}

export function printArchivePlan(archive: Archive, format: string | undefined): Promise<ExitCode> {
  const { run, fetcher, since, missing, most } = archive;
  const due = archive.days();
  const days = due.length;
  const unavailable = due.filter((day) => archive.stored.stateOf(day) === 'unavailable');
  const fetch = missing.length;
  const stored = days - unavailable.length - fetch;
  const thisRun = Math.min(most, fetch);
  // with nothing to spend, no number of runs fetches what is missing
  const runs = fetch > 0 && most === 0 ? undefined : Math.ceil(fetch / Math.max(most, 1));

  const parts = [
    `${count(days, 'day')} since ${since}: ${grouped(stored)} stored, ${grouped(fetch)} to fetch`,
    ...(thisRun > 0 ? [`this run ${grouped(thisRun)}, done in ${count(runs ?? 0, 'run')}`] : []),
    ...(unavailable.length > 0 ? [`${count(unavailable.length, 'gap')}: ${daysInWords(unavailable)}`] : []),
  ];
  const whole = { since, days, held: stored, gaps: unavailable.length, fetch, this_run: thisRun, runs };
  const plan = newestFirst(missing.slice(fetch - thisRun), fetcher);
  return printPlan(plan, { format }, run, { line: parts.join('; '), whole });
}

/** The summary as JSON, in this order. */
type ArchiveFigures = {
  readonly since: Day;
  readonly days: number;
  readonly held: number;
  readonly gaps: number;
  readonly behind: number;
  readonly waiting: { readonly days: number; readonly until: Day | null };
  /** Requests of the quota, if there is one. */
  readonly left: number | null;
};

export interface Ended {
  readonly code: ExitCode;
  /** The summary in words. */
  readonly line: string;
  readonly figures: ArchiveFigures;
}

/**
 * @param lastRun is told what this run learns of the quota
 * @throws Failure; if the quota is used up before new days are fetched, once until the quota resets
 */
export async function fillArchive(archive: Archive, lastRun: LastRun): Promise<Ended> {
  const { run, missing, most, stored } = archive;
  const newSince = newestOf(archive);
  if (missing.length === 0 || most === 0) return endOf(archive, { code: exit.ok }, lastRun);

  run.source.checkKey?.();
  stored.checkWritable(missing);
  const lacksNew = (from: Day) => missingIn(archive.days(), archive).some((day) => day >= from);
  const filled = await fetchMissing(archive, newSince);
  const { usage, error } = filled;
  const renewal = quotaRenewal(usage, run.clock.now());
  if (usage) Object.assign(lastRun, { left: usage.remaining, renewal });

  if (error instanceof Refused && error.kind === 'quota') {
    const wasTold = lastRun.told && lastRun.told > dayAt(run.clock.now());
    if (wasTold || !lacksNew(newestOf(archive)))
      return endOf(archive, { ...filled, keptBack: 'the quota is used up' }, lastRun);
    lastRun.told = renewal;
    throw error;
  }
  // lost responses have used up what this run may spend: the next one goes on, unless new days were lost
  if (error && (!isOverBudget(error) || lacksNew(newSince))) throw error;
  return endOf(archive, filled, lastRun);
}

const isOverBudget = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'stopped_by_cost';

/** Neither stored nor known to have no rates. */
const missingIn = (days: readonly Day[], { stored }: Archive) =>
  days.filter((day) => !stored.store.isStored(day) && !stored.wasUnavailable(day));

const newestOf = ({ stored, run }: Archive): Day =>
  stored.store.days().at(-1) ?? lastFinal(run.source.calendar, run.clock.now());

function endOf(archive: Archive, filled: Filled, lastRun: LastRun): Ended {
  const { stored: storedDays, since, isForOnce, run } = archive;
  const { usage, keptBack } = filled;
  const renewal = quotaRenewal(usage, run.clock.now());
  const { unavailable, waiting, behind } = standingSince(since, storedDays.store, run);
  const due = archive.days();
  const days = due.length;
  const stored = due.filter((day) => storedDays.store.isStored(day)).length;

  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce) lastRun.until = keptBack ? renewal : undefined;

  const left = missingIn(due, archive).length;
  const lacking = days - stored - left;
  const goesOn = keptBack ? `wait for ${renewal} (${keptBack})` : 'left to later runs';
  const parts = [
    `archive: ${grouped(stored)} of ${count(days, 'day')} stored since ${since}`,
    ...(lacking > 0 ? [count(lacking, 'gap')] : []),
    ...(left > 0 ? [`${grouped(left)} ${goesOn}`] : []),
    ...(left + behind.length === 0 ? ['up to date'] : []),
  ];

  const figures: ArchiveFigures = {
    since,
    days,
    held: stored,
    gaps: unavailable.length,
    behind: behind.length,
    waiting: { days: waiting.length, until: waiting.length > 0 ? (lastRun.until ?? null) : null },
    left: usage?.remaining ?? null,
  };
  return { code: storedDays.receiver.hasFailed ? exit.failed : filled.code, line: parts.join(', '), figures };
}

/**
 * Requests after which the quota is looked at again. Of what is left above the reserve another archive with this
 * key may take the other half: together they overshoot the reserve by one request each.
 */
const partOf = (room: number) => Math.max(1, Math.min(25, Math.ceil(room / 2)));

/** How far a run has come. */
interface Filled {
  readonly code: ExitCode;
  /** As last heard, less what was spent since. */
  readonly usage?: Usage | undefined;
  /** Why days wait for the next quota: `121 of 1,000 requests reserved`; undefined: for the next run. */
  readonly keptBack?: string | undefined;
  /** Why it has come no further. */
  readonly error?: unknown;
}

/** Fetches as much as the run may spend, in parts. @param newSince the first new day; older ones are backfill */
async function fetchMissing(archive: Archive, newSince: Day): Promise<Filled> {
  const { most, stored, fetcher, run } = archive;
  const { reporter } = run;
  const budget = new RunBudget(most, { name: 'what this run may spend', hint: 'the next run continues' });
  const coverage = new Coverage(pivotOf(run.source.pivot), undefined, { isRange: true });
  const knownUnavailable = new Set(archive.missing.filter((day) => stored.wasUnavailable(day)));
  let { missing } = archive;
  let usage: Usage | undefined;
  let keptBack: string | undefined;
  let failure: unknown;

  try {
    for (let isFirst = true; ; isFirst = false) {
      // what other archives and look-ups with this key have spent meanwhile
      usage = lessOf(await usageIfAnswered(run), usage);
      const { remaining: left, quota } = usage ?? {};
      const reserve = archive.reserve ?? reserveOf(usage);
      // what the source calls unfinished would be paid for, and not stored
      missing = missing.filter((day) => stored.store.canStore(day, run.clock.served));

      const situation = { missing, newSince, most: most - budget.spent, left, reserve };
      const share = shareOf(situation);
      keptBack = share.isKeptBack ? keptBackOf(reserve, quota) : undefined;
      const mostNow = left === undefined ? Number.POSITIVE_INFINITY : partOf(left - reserve);
      const days = share.days.slice(-mostNow);
      if (days.length === 0) {
        if (share.newDaysLeft > 0 && left === 0) throw usedUp(quotaRenewal(usage, run.clock.now()));
        if (failure && !share.isKeptBack) throw failure;
        break;
      }
      if (isFirst) showStart(newestFirst(share.days, fetcher), left, run);

      const before = budget.spent;
      budget.most = before + Math.min(mostNow, boundOf({ days }, situation));
      try {
        for await (const fetched of fetcher.fetch(newestFirst(days, fetcher), budget)) {
          const seen = new Set(fetched.days.map(({ day }) => day));
          missing = missing.filter((day) => !seen.has(day));
          for (const outcome of fetched.days) {
            if (!isUnavailable(outcome) || !knownUnavailable.has(outcome.day)) coverage.add(outcome);
          }
        }
        if (days.length === share.days.length) break;
      } catch (error) {
        // lost responses have used up the part
        if (!isOverBudget(error) || budget.spent === before) throw error;
        failure = error;
      } finally {
        if (usage && left !== undefined)
          usage = { ...usage, remaining: Math.max(0, left - (budget.spent - before)) };
      }
    }
    return { code: finish(), usage, keptBack };
  } catch (error) {
    return { code: finish(), usage, keptBack, error };
  }

  function finish(): ExitCode {
    reporter.stopProgress();
    const code = coverage.report(reporter);
    const spent = spentLine(budget);
    if (spent) reporter.note(spent);
    return code;
  }
}

/** The usage as just heard, unless it lags behind what this run has spent. */
function lessOf(heard: Usage | undefined, known: Usage | undefined): Usage | undefined {
  if (heard?.remaining === undefined || known?.remaining === undefined) return heard ?? known;
  return { ...heard, remaining: Math.min(heard.remaining, known.remaining) };
}

function usedUp(renewal: Day): Refused {
  const message = `the quota is used up; it resets on ${renewal}`;
  return new Refused('quota', new Failure('quota_used_up', message));
}

function showStart(plan: Plan, left: number | undefined, { source, reporter }: Run): void {
  if (plan.cost > 0) reporter.note(costLine(plan, left));
  if (source.asks.by === 'all') reporter.startDownload(plan.missing.length);
  else reporter.startProgress(plan.days, plan.missing.length);
}

function keptBackOf(reserve: number, quota: number | undefined): string {
  const of = quota === undefined ? '' : `${grouped(reserve)} of `;
  return `${of}${count(quota ?? reserve, 'request')} reserved`;
}

interface Situation {
  readonly missing: readonly Day[];
  /** The first new day; older missing days are backfill. */
  readonly newSince: Day;
  readonly most: number;
  /** Requests left of the quota; undefined if unknown or unlimited. */
  readonly left: number | undefined;
  readonly reserve: number;
}

interface Share {
  readonly days: readonly Day[];
  /** How many new days it leaves out. */
  readonly newDaysLeft: number;
  /** More backfill waits, to leave the reserve. */
  readonly isKeptBack: boolean;
}

/** Newest first: new days up to the quota, backfill from what is left above the reserve. */
export function shareOf({ missing, newSince, most, left, reserve }: Situation): Share {
  const newDays = missing.filter((day) => day >= newSince).length;
  const newest = Math.min(newDays, most, left ?? most);
  const room = left === undefined ? most : Math.max(0, left - newest - reserve);
  const wanted = Math.min(most - newest, missing.length - newDays);

  return {
    days: missing.slice(missing.length - newest - Math.min(wanted, room)),
    newDaysLeft: newDays - newest,
    isKeptBack: room < wanted,
  };
}

/** Requests for the share: a lost answer of a new day may draw on the reserve, one of backfill may not. */
export function boundOf({ days }: Pick<Share, 'days'>, { newSince, most, left, reserve }: Situation): number {
  if (left === undefined) return most;
  const retries = days.filter((day) => day >= newSince).length * (mostTries - 1);
  return Math.min(most, left, Math.max(days.length + retries, left - reserve));
}

/** One request for each day until the quota resets, and a tenth of the quota for look-ups. */
export function reserveOf(usage: Pick<Usage, 'quota' | 'daysRemaining'> | undefined): number {
  if (usage?.quota === undefined) return 0;
  return (usage.daysRemaining ?? 31) + Math.ceil(usage.quota / 10);
}
