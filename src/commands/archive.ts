import { type Day, dayAt, eachDay, lastFinishedDay, monthOf } from '../calendar/day.ts';
import { resolveDay } from '../calendar/range.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { FetchOptions } from '../cli/options.ts';
import type { Oddity } from '../client/answer.ts';
import { Ledger } from '../client/ledger.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { isGap } from '../fetch/fetched.ts';
import { type Known, stateOf } from '../fetch/holdings.ts';
import { costLine, count, type DayState, type Plan, planMissing } from '../fetch/plan.ts';
import { dryRunText, spentLine } from '../report/cost.ts';
import { tellOddities } from '../report/missing.ts';
import { ArchiveFiles } from '../run/archive-files.ts';
import { hasKey, missingKey, openAccount } from '../run/connection.ts';
import { fetchAll } from '../run/fetch-all.ts';
import type { Cli } from '../run/host.ts';
import { nameOf, openKnown } from '../run/library.ts';
import { type Run, startRun } from '../run/run.ts';
import { ArchiveStart } from '../store/archive-start.ts';

interface ArchiveOptions extends FetchOptions {
  readonly since?: string;
  readonly to?: string;
}

/** Requests that a run spends at the most where nothing else is said. */
const bite = 100;

/** `ratebook archive`: fetches what the store lacks, the newest days first. */
export async function archive(given: ArchiveOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(given, {}, cli);
  const start = new ArchiveStart(run.places.state, await nameOf(run), given.showAlternative === true);
  const since = firstDay(given.since, start, run);
  const known = await openKnown(run, { alternative: given.showAlternative === true, refresh: false });
  const format = given.format ?? run.settings.format.value ?? 'csv';
  const days = [...eachDay(since, lastFinishedDay(cli.host.now()))];
  const states = new Map(days.map((day) => [day, stateOf(known, day)]));
  const missing = days.filter((day) => states.get(day) === 'missing');
  if (given.dryRun) {
    const plan = newest(missing, given.maxCost ?? bite);
    cli.reporter.note(costLine(plan));
    cli.host.stdout.write(dryRunText(plan, given.format));
    return exit.ok;
  }
  const files = given.to === undefined ? undefined : await ArchiveFiles.open(given.to, format);
  await start.remember(since);
  let code: ExitCode;
  try {
    code = await fetchNewest(missing, known, given, run);
  } finally {
    await files?.complete(days, known.store, cli.host.signal);
  }
  for (const day of missing) states.set(day, stateOf(known, day));
  cli.reporter.note(summary(since, states, known));
  return code;
}

/** As given, else as remembered, else the first of this month. */
function firstDay(since: string | undefined, start: ArchiveStart, { host }: Run): Day {
  if (since !== undefined) return resolveDay(since, host.now());
  const today = dayAt(host.now());
  const remembered = start.read();
  // one that lies ahead was remembered by a clock that was wrong
  return remembered && remembered <= today ? remembered : (`${monthOf(today)}-01` as Day);
}

/** The requests for so many of the newest of these days, the newest month first. */
function newest(missing: readonly Day[], most: number): Plan {
  const plan = planMissing(most > 0 ? missing.slice(-most) : [], 'time-series', () => 'missing');
  return { ...plan, units: plan.units.toReversed() };
}

/**
 * Fetches what may be spent on, and says what is not as it should be.
 * @throws Failure before anything is spent where nothing could be kept
 */
async function fetchNewest(
  missing: readonly Day[],
  known: Known,
  given: ArchiveOptions,
  run: Run,
): Promise<ExitCode> {
  const { reporter } = run;
  const most = given.maxCost ?? bite;
  const wanted = newest(missing, most);
  if (wanted.cost === 0) return exit.ok;
  if (!hasKey(run)) throw missingKey();
  // it has no --no-store to hint at
  known.store.checkWritable('');
  const ledger = new Ledger(most);
  const account = await openAccount(wanted.cost, run);
  const newGaps: Day[] = [];
  const oddities: Oddity[] = [];
  let kept: boolean;
  try {
    if (account.left === 0) throw new Failure(exit.refused, 'the quota of this month is used up');
    const plan = newest(missing, Math.min(most, account.left ?? most));
    reporter.note(costLine(plan, account.left));
    const wasKnown = new Set(missing.filter((day) => known.gaps.isKnown(day)));
    const terms = { alternative: given.showAlternative === true, prettyprint: false };
    kept = await fetchAll(
      { run, plan, endpoint: 'time-series', terms, known, account, ledger },
      async (fetched) => {
        oddities.push(...fetched.oddities);
        for (const day of fetched.days) if (isGap(day) && !wasKnown.has(day.day)) newGaps.push(day.day);
      },
    );
  } finally {
    await account.service.close();
    if (ledger.lostAnswers > 0) reporter.note(spentLine(ledger));
  }
  if (newGaps.length > 0)
    reporter.problem(`no rates for ${count(newGaps.length, 'day')}: ${daysInWords(newGaps.sort())}`);
  const lacks = tellOddities(oddities, reporter);
  if (!kept) return exit.failed;
  return lacks || newGaps.length > 0 ? exit.partial : exit.ok;
}

/** `archive: 20 of 22 days held since 2026-11-01, 1 gap, 1 left to later runs` */
function summary(since: Day, states: ReadonlyMap<Day, DayState>, { gaps }: Known): string {
  const lacking = [...states].filter(([, state]) => state !== 'held').map(([day]) => day);
  const knownGaps = lacking.filter((day) => gaps.isKnown(day)).length;
  const left = lacking.length - knownGaps;
  return [
    `archive: ${states.size - lacking.length} of ${count(states.size, 'day')} held since ${since}`,
    ...(knownGaps > 0 ? [count(knownGaps, 'gap')] : []),
    ...(left > 0 ? [`${left} left to later runs`] : []),
  ].join(', ');
}
