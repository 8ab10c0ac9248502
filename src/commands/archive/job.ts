import { type Day, firstDay } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import type { ExitCode } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import { openHoldings } from '../../run/holdings.ts';
import { openLibrary } from '../../run/library.ts';
import { printPlan } from '../../run/print-plan.ts';
import type { Run } from '../../run/run.ts';
import { count, grouped } from '../../words.ts';
import type { Memory } from './memory.ts';
import type { Archiving } from './options.ts';
import { daysSince, firstOfArchive, laterOf, rememberedStart } from './standing.ts';

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

export function newestFirst(days: readonly Day[], library: Library): Plan {
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
