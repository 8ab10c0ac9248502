import { type Day, dayAt } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { OverBound } from '../../sources/ledger.ts';
import { Refused } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import { Filling } from './filling.ts';
import type { ArchiveJob } from './job.ts';
import type { LastRun } from './last-run.ts';
import { standingOf } from './standing.ts';

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
