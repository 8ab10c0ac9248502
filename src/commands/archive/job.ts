import { type Day, dayAt, lastFinishedDay } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { OverBound } from '../../sources/ledger.ts';
import { quotaRenewal, Refused } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import { type ArchiveJob, Filling } from './filling.ts';
import { isToldStill } from './share.ts';

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
export async function fillArchive(job: ArchiveJob): Promise<ExitCode> {
  const { run, missing, most, holdings } = job;
  if (missing.length === 0 || most === 0) return finish(job, undefined);
  run.source.checkKey?.();
  holdings.checkWritable(missing);
  const newFrom = await newSince(job);
  const filling = new Filling(job, newFrom);
  const renewal = () => quotaRenewal(filling.usage, run.host.now());
  try {
    await filling.fetch();
    const { usage, reserve, isKeptBack } = filling;
    if (!isKeptBack) return finish(job, filling);
    const keptBack =
      usage?.quota === undefined
        ? count(reserve, 'request')
        : `${grouped(reserve)} of ${count(usage.quota, 'request')}`;
    return finish(job, filling, `wait for ${renewal()} (${keptBack} kept back)`);
  } catch (error) {
    if (error instanceof Refused && error.kind === 'quota') {
      await tellQuota(error, renewal(), job);
      return finish(job, filling, `wait for ${renewal()} (the quota is used up)`);
    }
    // lost answers have used up what this run may spend: the next one goes on, unless it was new days that were lost
    const isLost = (day: Day) => !holdings.store.holds(day) && !holdings.gaps.isKnown(day);
    const lacksNewDays = missing.some((day) => day >= newFrom && isLost(day));
    if (!(error instanceof OverBound) || lacksNewDays) throw error;
    return finish(job, filling);
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

/** `archive: 20 of 22 days held since 2026-11-01, 1 gap, 1 left to later runs` @param found undefined: nothing was fetched */
function finish(
  { run, holdings, since, days }: ArchiveJob,
  found: Filling | undefined,
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
