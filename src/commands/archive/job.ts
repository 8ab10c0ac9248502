import { type Day, dayAt, lastFinishedDay } from '../../calendar/day.ts';
import { exit } from '../../errors.ts';
import { OverBound } from '../../sources/ledger.ts';
import { Refused } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import { type ArchiveJob, Filling } from './filling.ts';
import type { LastRun } from './last-run.ts';
import { standingOf } from './standing.ts';

export type Ended = Awaited<ReturnType<typeof fillArchive>>;

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
export async function fillArchive(job: ArchiveJob, learned: LastRun) {
  const { run, missing, most, holdings } = job;
  const newFrom = await newestOf(job);
  const filling = new Filling(job, newFrom);
  if (missing.length === 0 || most === 0) return endOf(job, filling, learned);
  run.source.checkKey?.();
  holdings.checkWritable(missing);
  let why: string | undefined;
  try {
    await filling.fetch();
    why = filling.keptBack;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'quota') {
      await tellQuota(error, filling.renewal, job, learned);
      why = 'the quota is used up';
    } else {
      // lost answers have used up what this run may spend: the next one goes on, unless it was new days that were lost
      const isLost = (day: Day) => !holdings.store.holds(day) && !holdings.gaps.isKnown(day);
      if (!(error instanceof OverBound) || missing.some((day) => day >= newFrom && isLost(day))) throw error;
    }
  } finally {
    const { usage, renewal } = filling;
    if (usage) Object.assign(learned, { left: usage.remaining ?? null, renewal });
  }
  return endOf(job, filling, learned, why);
}

const newestOf = async ({ holdings, run }: ArchiveJob) =>
  (await holdings.store.days()).at(-1) ?? lastFinishedDay(run.host.now());

/** @throws the failure if new days are missing and the user has not been told in this quota period */
async function tellQuota(failure: Refused, renewal: Day, job: ArchiveJob, learned: LastRun): Promise<void> {
  const { run, holdings, missing } = job;
  const from = await newestOf(job);
  if (!missing.some((day) => day >= from && !holdings.store.holds(day))) return;
  if (learned.told && learned.told > dayAt(run.host.now())) return;
  learned.told = renewal;
  throw failure;
}

/** @param why days wait for the next quota; undefined: for the next run */
async function endOf(job: ArchiveJob, filling: Filling, learned: LastRun, why?: string) {
  const { holdings, since, days, isForOnce } = job;
  const newest = await newestOf(job);
  const { held, gaps, waiting, behind } = standingOf(days, holdings, newest, newest);
  const left = waiting.length + behind.length;
  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce)
    Object.assign(learned, { waitsTo: waiting.at(-1) ?? null, until: why ? filling.renewal : null });
  const parts = [
    `archive: ${grouped(held)} of ${count(days.length, 'day')} held since ${since}`,
    ...(gaps.length > 0 ? [count(gaps.length, 'gap')] : []),
    ...(left > 0 ? [`${grouped(left)} ${why ? `wait for ${filling.renewal} (${why})` : 'left to later runs'}`] : []),
  ];
  const counts = { days: days.length, held, gaps: gaps.length, behind: behind.length };
  const waits = { days: waiting.length, until: waiting.length > 0 ? learned.until : null };
  const figures = { since, ...counts, waiting: waits, left: filling.usage?.remaining ?? null };
  const isPartial = filling.gaps.length + filling.incomplete.length > 0;
  const code = holdings.keeper.hasFailed ? exit.failed : isPartial ? exit.partial : exit.ok;
  return { code, line: parts.join(', '), figures };
}
