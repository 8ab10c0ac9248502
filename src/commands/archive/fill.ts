import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { costLine, spentLine } from '../../fetch/consent.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { Coverage } from '../../report/coverage.ts';
import { openHoldings } from '../../run/holdings.ts';
import { openLibrary } from '../../run/library.ts';
import { printPlan } from '../../run/print-plan.ts';
import { type Run, usageIfAnswered } from '../../run/run.ts';
import { type Budget, Ledger, OverBound } from '../../sources/ledger.ts';
import { mostTries } from '../../sources/oxr/source.ts';
import { isGap, quotaRenewal, Refused, type Usage } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import type { Archiving } from './archive.ts';
import {
  daysSince,
  firstOfArchive,
  type LastRun,
  laterOf,
  type Memory,
  rememberedStart,
  standingOf,
} from './state.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

export interface ArchiveJob {
  readonly run: Run;
  readonly holdings: Holdings;
  readonly library: Library;
  /** The first day of the archive. */
  readonly since: Day;
  /** That day is later than the remembered one, which stays. */
  readonly isForOnce: boolean;
  /** All days that are due. */
  days(): Day[];
  readonly missing: readonly Day[];
  /** Requests that this run may cost. */
  readonly most: number;
  /** Requests to be left; undefined: as the quota says. */
  readonly reserve: number | undefined;
}

interface Opening {
  readonly archiving: Archiving;
  /** The first day, if it is given; else it is remembered. */
  readonly given: Day | undefined;
  readonly memory: Memory;
  readonly run: Run;
}

export async function openJob({ archiving, given, memory, run }: Opening): Promise<ArchiveJob> {
  const { maxCost = run.settings.max_cost.value ?? usualMost, reserve } = archiving;
  const { start } = memory;
  const { source, reporter } = run;
  const holdings = await openHoldings(run);
  const { store } = holdings;

  const publishing = { calendar: source.calendar, now: run.clock.now() };
  const remembered = rememberedStart(start, publishing);
  const usual = () => firstOfArchive(start, store.days(), publishing);
  const since = laterOf(given ?? remembered ?? usual(), source.calendar.first ?? firstDay);
  if (!given && !remembered && store.isStored(since))
    reporter.note(`the archive goes on from ${since}, where the stored days begin`);

  const library = openLibrary(run, { holdings, inParts: true });
  const days = () => daysSince(since, store, { calendar: source.calendar, now: run.clock.now() });
  const missing = days().filter((day) => holdings.stateOf(day) === 'missing');
  const isForOnce = (remembered ?? since) < since;
  const most = source.has.quota || source.isSparing ? maxCost : missing.length;
  return { run, holdings, library, since, isForOnce, days, missing, most, reserve };
}

function newestFirst(days: readonly Day[], library: Library): Plan {
  const plan = library.plan(days, 'range');
  return { ...plan, units: plan.units.toReversed(), requests: plan.requests.toReversed() };
}

export function printWholeJob(job: ArchiveJob, format: string | undefined): Promise<ExitCode> {
  const { run, holdings, library, since, missing, most } = job;
  const days = job.days();
  const gaps = days.filter((day) => holdings.stateOf(day) === 'gap');
  const fetch = missing.length;
  const thisRun = Math.min(most, fetch);
  // with nothing to spend, no number of runs fetches what is missing
  const runs = fetch > 0 && most === 0 ? undefined : Math.ceil(fetch / Math.max(most, 1));
  const held = days.length - gaps.length - fetch;

  const parts = [
    `${count(days.length, 'day')} since ${since}: ${grouped(held)} held, ${grouped(fetch)} to fetch`,
    ...(thisRun > 0 ? [`this run ${grouped(thisRun)}, done in ${count(runs ?? 0, 'run')}`] : []),
    ...(gaps.length > 0 ? [`${count(gaps.length, 'gap')}: ${daysInWords(gaps)}`] : []),
  ];
  const whole = { since, days: days.length, held, gaps: gaps.length, fetch, this_run: thisRun, runs };
  const plan = newestFirst(missing.slice(fetch - thisRun), library);
  return printPlan(plan, { format }, run, { line: parts.join('; '), whole });
}

/** The summary as JSON, in this order. */
type Figures = {
  readonly since: Day;
  readonly days: number;
  readonly held: number;
  readonly gaps: number;
  readonly behind: number;
  readonly waiting: { readonly days: number; readonly until: Day | null };
  /** Requests of the quota, if there is one. */
  readonly left: number | null;
};

interface Ended {
  readonly code: ExitCode;
  /** The summary in words. */
  readonly line: string;
  readonly figures: Figures;
}

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
export async function fill(job: ArchiveJob, learned: LastRun): Promise<Ended> {
  const { run, missing, most, holdings } = job;
  const newFrom = await newestOf(job);
  const filling = new Filling(job, newFrom);
  if (missing.length === 0 || most === 0) return endOf(job, filling, learned);

  run.source.checkKey?.();
  holdings.checkWritable(missing);
  const lacksNew = (from: Day) => missingIn(job.days(), job).some((day) => day >= from);
  let why: string | undefined;
  try {
    await filling.fetch();
    why = filling.keptBack;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'quota') {
      why = 'the quota is used up';
      const isTold = learned.told && learned.told > dayAt(run.clock.now());
      if (!isTold && lacksNew(await newestOf(job))) {
        learned.told = filling.renewal;
        throw error;
      }
    } else if (!(error instanceof OverBound) || lacksNew(newFrom)) {
      // lost answers have used up what this run may spend: the next one goes on, unless new days were lost
      throw error;
    }
  } finally {
    const { usage, renewal } = filling;
    if (usage) Object.assign(learned, { left: usage.remaining, renewal });
  }
  return endOf(job, filling, learned, why);
}

/** Neither stored nor known to have no rates. */
const missingIn = (days: readonly Day[], { holdings }: ArchiveJob) =>
  days.filter((day) => !holdings.store.isStored(day) && !holdings.isKnownGap(day));

async function newestOf({ holdings, run }: ArchiveJob): Promise<Day> {
  const stored = await holdings.store.days();
  return stored.at(-1) ?? lastFinal(run.source.calendar, run.clock.now());
}

/** @param why days wait for the next quota; undefined: for the next run */
async function endOf(job: ArchiveJob, filling: Filling, learned: LastRun, why?: string): Promise<Ended> {
  const { holdings, since, isForOnce, run } = job;
  const days = job.days();
  const { store } = holdings;
  const newest = store.days().at(-1);
  const { calendar } = run.source;
  const extent = { since, newest, calendar, now: run.clock.now() };
  const { held, gaps, waiting, behind } = standingOf(
    days,
    { store, isKnownGap: (day) => holdings.isKnownGap(day) },
    extent,
  );

  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce) learned.until = why ? filling.renewal : undefined;

  const left = missingIn(days, job).length;
  const lacking = days.length - held - left;
  const goesOn = why ? `wait for ${filling.renewal} (${why})` : 'left to later runs';
  const parts = [
    `archive: ${grouped(held)} of ${count(days.length, 'day')} held since ${since}`,
    ...(lacking > 0 ? [count(lacking, 'gap')] : []),
    ...(left > 0 ? [`${grouped(left)} ${goesOn}`] : []),
    ...(left + behind.length === 0 ? ['up to date'] : []),
  ];

  const until = waiting.length > 0 ? (learned.until ?? null) : null;
  const figures: Figures = {
    since,
    days: days.length,
    held,
    gaps: gaps.length,
    behind: behind.length,
    waiting: { days: waiting.length, until },
    left: filling.usage?.remaining ?? null,
  };
  const code = holdings.keeper.hasFailed ? exit.failed : filling.code;
  return { code, line: parts.join(', '), figures };
}

/** Requests after which the quota is looked at again. */
const mostOfAPart = 25;

class Filling {
  code: ExitCode = exit.ok;
  /** As last heard, less what was spent since. */
  usage: Usage | undefined;
  /** `121 of 1,000 requests kept back`; undefined if nothing waits for the next quota. */
  keptBack: string | undefined;
  readonly #ledger: Ledger;
  readonly #coverage: Coverage;
  readonly #knownGaps: ReadonlySet<Day>;
  #remaining: readonly Day[];
  #isBegun = false;
  #overBound: OverBound | undefined;

  constructor(
    private readonly job: ArchiveJob,
    /** The first new day; older ones are backfill. */
    private readonly newSince: Day,
  ) {
    const { missing, most, holdings, run } = job;
    this.#remaining = missing;
    this.#ledger = new Ledger(most, { name: 'what this run may spend', hint: 'the next run continues' });
    this.#coverage = new Coverage(pivotOf(run.source.pivot), undefined, { isRange: true });
    this.#knownGaps = new Set(missing.filter((day) => holdings.isKnownGap(day)));
  }

  get renewal(): Day {
    return quotaRenewal(this.usage, this.job.run.clock.now());
  }

  /** @throws Failure; OverBound where lost answers have used up what the run may spend */
  async fetch(): Promise<void> {
    try {
      while (await this.#fetchPart());
    } finally {
      const { reporter } = this.job.run;
      reporter.stopProgress();
      this.code = this.#coverage.tell(reporter);
      const spent = spentLine(this.#ledger);
      if (spent) reporter.note(spent);
    }
  }

  /** True if there is more to do. */
  async #fetchPart(): Promise<boolean> {
    const ledger = this.#ledger;
    const { most, holdings, library, run } = this.job;
    // what other archives and look-ups with this key have spent meanwhile
    this.usage = (await usageIfAnswered(run)) ?? this.usage;
    const { remaining, quota } = this.usage ?? {};
    const reserve = this.job.reserve ?? reserveOf(this.usage);
    // what the source calls unfinished would be paid for, and not stored
    this.#remaining = this.#remaining.filter((day) => holdings.store.mayKeep(day, run.clock.served));

    const situation = {
      missing: this.#remaining,
      newSince: this.newSince,
      most: most - ledger.spent,
      left: remaining,
      reserve,
    };
    const share = shareOf(situation);
    this.keptBack = share.isKeptBack ? keptBackOf(reserve, quota) : undefined;
    const mostNow = remaining === undefined ? Number.POSITIVE_INFINITY : mostOfAPart;
    const days = share.days.slice(-mostNow);
    if (days.length === 0) return this.#end(share);
    this.#begin(share);

    const before = ledger.spent;
    ledger.most = before + Math.min(mostNow, boundOf({ days }, situation));
    try {
      await this.#take(newestFirst(days, library), ledger);
      return days.length < share.days.length;
    } catch (error) {
      // lost answers have used up the part
      if (!(error instanceof OverBound) || ledger.spent === before) throw error;
      this.#overBound = error;
      return true;
    } finally {
      if (this.usage && remaining !== undefined)
        this.usage = { ...this.usage, remaining: Math.max(0, remaining - (ledger.spent - before)) };
    }
  }

  async #take(plan: Plan, budget: Budget): Promise<void> {
    const seen = new Set<Day>();
    try {
      for await (const outcome of this.job.library.days(plan, budget)) {
        seen.add(outcome.day);
        if (!isGap(outcome)) this.#coverage.shown(outcome);
        else if (!this.#knownGaps.has(outcome.day)) this.#coverage.gap(outcome);
      }
    } finally {
      this.#remaining = this.#remaining.filter((day) => !seen.has(day));
    }
  }

  #begin({ days }: Share): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { library, run } = this.job;
    const plan = newestFirst(days, library);
    if (plan.cost > 0) run.reporter.note(costLine(plan, this.usage?.remaining));
    if (run.source.asks.by === 'all') run.reporter.startDownload(plan.missing);
    else run.reporter.startProgress(plan.days, plan.missing);
  }

  #end({ newDaysLeft, isKeptBack }: Share): false {
    if (newDaysLeft > 0 && this.usage?.remaining === 0) {
      const message = `the quota is used up; it resets on ${this.renewal}`;
      throw new Refused('quota', new Failure('quota_used_up', message));
    }
    if (this.#overBound && !isKeptBack) throw this.#overBound;
    return false;
  }
}

function keptBackOf(reserve: number, quota: number | undefined): string {
  const of = quota === undefined ? '' : `${grouped(reserve)} of `;
  return `${of}${count(quota ?? reserve, 'request')} kept back`;
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
