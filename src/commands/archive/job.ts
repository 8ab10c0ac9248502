import { type Day, dayAt, lastFinishedDay } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { costLine, spentLine, tellDropped } from '../../report/kept.ts';
import { type Run, usageIfAnswered } from '../../run/run.ts';
import { Ledger, OverBound } from '../../sources/ledger.ts';
import { isGap, quotaRenewal, Refused } from '../../sources/source.ts';
import type { Remembered } from '../../store/remembered.ts';
import { count, grouped } from '../../words.ts';
import { boundOf, isToldStill, reserveOf, type Share, shareOf } from './share.ts';

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
  readonly quotaTold: Remembered<Day>;
}

export function newestFirst(days: readonly Day[], library: Library): Plan {
  const plan = library.plan(days, 'time-series');
  return { ...plan, units: plan.units.toReversed() };
}

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
export async function fillArchive(job: ArchiveJob): Promise<ExitCode> {
  const { run, missing, most, holdings } = job;
  if (missing.length === 0 || most === 0) return finish(job, undefined);
  run.source.checkKey?.();
  holdings.checkWritable(missing);
  const usage = await usageIfAnswered(run);
  const renewal = quotaRenewal(usage, run.host.now());
  const reserve = job.reserve ?? reserveOf(usage);
  const newFrom = await newSince(job);
  const situation = { missing, newSince: newFrom, most, left: usage?.remaining, reserve };
  const share = shareOf(situation);
  const lacking: Lacking = { gaps: [], incomplete: [] };
  try {
    if (share.newDaysLeft > 0 && share.days.length === 0) {
      const message = `the quota is used up; it resets on ${renewal}`;
      throw new Refused('quota', new Failure(exit.refused, message));
    }
    await fetchShare(job, share, boundOf(share, situation), usage?.remaining, lacking);
    if (!share.isKeptBack) return finish(job, lacking);
    const keptBack =
      usage?.quota === undefined
        ? count(reserve, 'request')
        : `${grouped(reserve)} of ${count(usage.quota, 'request')}`;
    return finish(job, lacking, `wait for ${renewal} (${keptBack} kept back)`);
  } catch (error) {
    if (error instanceof Refused && error.kind === 'quota') {
      await tellQuota(error, renewal, job);
      return finish(job, lacking, `wait for ${renewal} (the quota is used up)`);
    }
    // lost answers have used up what this run may spend: the next one goes on, unless it was new days that were lost
    const isLost = (day: Day) => !holdings.store.holds(day) && !holdings.gaps.isKnown(day);
    const lacksNewDays = missing.some((day) => day >= newFrom && isLost(day));
    if (!(error instanceof OverBound) || lacksNewDays) throw error;
    return finish(job, lacking);
  }
}

async function newSince({ holdings, run }: ArchiveJob): Promise<Day> {
  return (await holdings.store.days()).at(-1) ?? lastFinishedDay(run.host.now());
}

/** @throws the failure if new days are missing and the user has not been told in this quota period */
async function tellQuota(failure: Refused, renewal: Day, job: ArchiveJob): Promise<void> {
  const { run, holdings, missing, quotaTold } = job;
  const from = await newSince(job);
  if (!missing.some((day) => day >= from && !holdings.store.holds(day))) return;
  if (isToldStill(quotaTold.read(), dayAt(run.host.now()))) return;
  await quotaTold.remember(renewal);
  throw failure;
}

interface Lacking {
  readonly gaps: Day[];
  readonly incomplete: DayRates[];
}

async function fetchShare(
  { run: { reporter }, library, holdings }: ArchiveJob,
  { days }: Share,
  most: number,
  left: number | undefined,
  { gaps, incomplete }: Lacking,
): Promise<void> {
  if (days.length === 0) return;
  const knownGaps = new Set(days.filter((day) => holdings.gaps.isKnown(day)));
  const plan = newestFirst(days, library);
  reporter.note(costLine(plan, left));
  const ledger = new Ledger(most, { name: 'what this run may spend', hint: 'the next run continues' });
  try {
    for await (const outcome of library.days(plan, ledger)) {
      if (!isGap(outcome) && outcome.dropped) incomplete.push(outcome);
      if (isGap(outcome) && !knownGaps.has(outcome.day)) gaps.push(outcome.day);
    }
  } finally {
    gaps.sort();
    if (gaps.length > 0) reporter.problem(`no rates for ${count(gaps.length, 'day')}: ${daysInWords(gaps)}`);
    tellDropped(incomplete, reporter);
    const spent = spentLine(ledger);
    if (spent) reporter.note(spent);
  }
}

/** `archive: 20 of 22 days held since 2026-11-01, 1 gap, 1 left to later runs` @param found undefined: nothing was fetched */
function finish(
  { run, holdings, since, days }: ArchiveJob,
  found: Lacking | undefined,
  rest = 'left to later runs',
): ExitCode {
  const lacking = days.filter((day) => !holdings.store.holds(day));
  const gaps = lacking.filter((day) => holdings.gaps.isKnown(day)).length;
  const missing = lacking.length - gaps;
  const parts = [
    `archive: ${grouped(days.length - lacking.length)} of ${count(days.length, 'day')} held since ${since}`,
    ...(gaps > 0 ? [count(gaps, 'gap')] : []),
    ...(missing > 0 ? [`${grouped(missing)} ${rest}`] : []),
  ];
  run.reporter.note(parts.join(', '));
  if (!found) return exit.ok;
  if (holdings.keeper.hasFailed) return exit.failed;
  return found.gaps.length + found.incomplete.length > 0 ? exit.partial : exit.ok;
}
