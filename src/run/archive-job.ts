import { type Day, dayAt, lastFinishedDay } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Ledger } from '../client/ledger.ts';
import { Refused } from '../client/refusal.ts';
import { quotaRenewal, type Usage } from '../client/usage.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { shareOf } from '../fetch/archive-share.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Library } from '../fetch/library.ts';
import { isGap } from '../fetch/outcome.ts';
import type { Plan } from '../fetch/plan.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { summaryLine } from '../report/archive.ts';
import { costLine, spentLine } from '../report/cost.ts';
import { tellDropped } from '../report/missing.ts';
import { count } from '../report/words.ts';
import type { RememberedDay } from '../store/remembered-day.ts';
import type { Run } from './run.ts';
import { hasKey, missingKey } from './setup.ts';

export interface ArchiveJob {
  readonly run: Run;
  readonly holdings: Holdings;
  readonly library: Library;
  readonly since: Day;
  /** From `since` to the last finished day. */
  readonly days: readonly Day[];
  readonly missing: readonly Day[];
  /** Requests that the run may spend. */
  readonly most: number;
  /** Requests that the user wants kept back from backfill. */
  readonly reserve: number | undefined;
  /** The day of the next quota, remembered once the user has been told that this one is used up. */
  readonly quotaTold: RememberedDay;
}

export function newestFirst(days: readonly Day[], library: Library): Plan {
  const plan = library.plan(days, 'time-series');
  return { ...plan, units: plan.units.toReversed() };
}

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
export async function fillArchive(job: ArchiveJob): Promise<ExitCode> {
  const { run, missing, most, holdings } = job;
  if (missing.length === 0 || most === 0) return finish(job, exit.ok);
  if (!hasKey(run)) throw missingKey();
  // archive has no --no-store to hint at
  holdings.store.checkWritable('');
  const { usage } = await run.connect({ askUsage: true });
  const renewal = quotaRenewal(usage, run.host.now());
  const reserve = job.reserve ?? reserveOf(usage);
  const share = shareOf({ missing, newSince: await newSince(job), most, left: usage?.remaining, reserve });
  try {
    if (share.newDaysLeft > 0 && share.days.length === 0) throw usedUp(renewal);
    const code = await fetchShare(job, share.days, usage, reserve);
    const keptBack = `wait for ${renewal} (${reserve} of ${usage?.quota} requests kept back)`;
    return finish(job, code, share.isKeptBack ? keptBack : undefined);
  } catch (error) {
    if (!(error instanceof Refused && error.kind === 'quota')) throw error;
    await tellQuota(error, renewal, job);
    return finish(job, exit.ok, `wait for ${renewal} (the quota is used up)`);
  }
}

/** One request for each day until the quota resets, and a tenth of the quota for look-ups. */
function reserveOf(usage: Usage | undefined): number {
  if (usage?.quota === undefined) return 0;
  return (usage.daysRemaining ?? 31) + Math.ceil(usage.quota / 10);
}

/** Missing days before this one are backfill. */
async function newSince({ holdings, run }: ArchiveJob): Promise<Day> {
  return (await holdings.store.days()).at(-1) ?? lastFinishedDay(run.host.now());
}

function usedUp(renewal: Day): Refused {
  const failure = new Failure(exit.refused, `the quota is used up; it resets on ${renewal}`);
  return new Refused('quota', failure);
}

/** @throws the failure if new days are missing and the user has not been told in this quota period */
async function tellQuota(failure: Refused, renewal: Day, job: ArchiveJob): Promise<void> {
  const { run, holdings, missing, quotaTold } = job;
  const from = await newSince(job);
  if (!missing.some((day) => day >= from && !holdings.store.holds(day))) return;
  const until = quotaTold.readIfWhole();
  if (until && until > dayAt(run.host.now())) return;
  await quotaTold.remember(renewal);
  throw failure;
}

async function fetchShare(
  { run, library, holdings, most, missing }: ArchiveJob,
  days: readonly Day[],
  usage: Usage | undefined,
  reserve: number,
): Promise<ExitCode> {
  if (days.length === 0) return exit.ok;
  const { reporter } = run;
  const plan = newestFirst(days, library);
  const left = usage?.remaining;
  reporter.note(costLine(plan, left));
  // lost answers may not use up the reserve either
  const ledger = new Ledger(left === undefined ? most : Math.min(most, Math.max(plan.cost, left - reserve)));
  const known = new Set(missing.filter((day) => holdings.gaps.isKnown(day)));
  const incomplete: DayRates[] = [];
  const newGaps: Day[] = [];
  try {
    for await (const outcome of library.days(plan, ledger)) {
      if (isGap(outcome)) {
        if (!known.has(outcome.day)) newGaps.push(outcome.day);
      } else if (outcome.dropped) incomplete.push(outcome);
    }
  } finally {
    const spent = spentLine(ledger);
    if (spent) reporter.note(spent);
  }
  if (newGaps.length > 0)
    reporter.problem(`no rates for ${count(newGaps.length, 'day')}: ${daysInWords(newGaps.sort())}`);
  const lacks = tellDropped(incomplete, reporter);
  if (holdings.writer.hasFailed) return exit.failed;
  return lacks || newGaps.length > 0 ? exit.partial : exit.ok;
}

function finish({ run, holdings, since, days }: ArchiveJob, code: ExitCode, rest?: string): ExitCode {
  const lacking = days.filter((day) => !holdings.store.holds(day));
  const gaps = lacking.filter((day) => holdings.gaps.isKnown(day)).length;
  const held = days.length - lacking.length;
  run.reporter.note(summaryLine({ since, days: days.length, held, gaps }, rest));
  return code;
}
