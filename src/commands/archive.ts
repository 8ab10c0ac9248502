import { type Day, dayAt, eachDay, lastFinishedDay, monthOf } from '../calendar/day.ts';
import { resolveDay } from '../calendar/range.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Ledger } from '../client/ledger.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Library } from '../fetch/library.ts';
import { isGap } from '../fetch/outcome.ts';
import type { Plan } from '../fetch/plan.ts';
import { DayFiles } from '../output/day-files.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { costLine, dryRunText, spentLine } from '../report/cost.ts';
import { tellDropped } from '../report/missing.ts';
import { count } from '../report/words.ts';
import type { Cli } from '../run/host.ts';
import { nameOf, openHoldings, openLibrary } from '../run/library.ts';
import type { FetchOptions } from '../run/options.ts';
import { type Run, startRun } from '../run/run.ts';
import { hasKey, missingKey } from '../run/setup.ts';
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
  const alternative = given.showAlternative === true;
  const start = new ArchiveStart(run.places.state, await nameOf(run), alternative);
  const since = firstDay(given.since, start, run);
  const holdings = await openHoldings(run, { alternative });
  const library = openLibrary(run, { holdings, terms: { alternative, prettyprint: false } });
  const days = [...eachDay(since, lastFinishedDay(cli.host.now()))];
  const missing = days.filter((day) => holdings.stateOf(day) === 'missing');
  const most = given.maxCost ?? bite;
  if (given.dryRun) {
    const plan = newest(missing, most, library);
    cli.reporter.note(costLine(plan));
    cli.host.stdout.write(dryRunText(plan, given.format));
    return exit.ok;
  }
  const format = given.format ?? run.settings.format.value ?? 'csv';
  const files = given.to === undefined ? undefined : await DayFiles.open(given.to, format);
  await start.remember(since);
  let code: ExitCode;
  try {
    code = await fetchNewest(missing, most, library, holdings, run);
  } finally {
    await run.close();
    await files?.complete(days, (day) => holdings.store.read(day), cli.host.signal);
  }
  cli.reporter.note(summary(since, days, holdings));
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
function newest(missing: readonly Day[], most: number, library: Library): Plan {
  const plan = library.plan(most > 0 ? missing.slice(-most) : [], 'time-series');
  return { ...plan, units: plan.units.toReversed() };
}

/**
 * Fetches what may be spent on, and says what is not as it should be.
 * @throws Failure before anything is spent where nothing could be kept
 */
async function fetchNewest(
  missing: readonly Day[],
  most: number,
  library: Library,
  holdings: Holdings,
  run: Run,
): Promise<ExitCode> {
  const { reporter } = run;
  const wanted = newest(missing, most, library);
  if (wanted.cost === 0) return exit.ok;
  if (!hasKey(run)) throw missingKey();
  // it has no --no-store to hint at
  holdings.store.checkWritable('');
  const { left } = await run.connect(wanted.cost);
  if (left === 0) throw new Failure(exit.refused, 'the quota of this month is used up');
  const plan = newest(missing, Math.min(most, left ?? most), library);
  reporter.note(costLine(plan, left));
  const known = new Set(missing.filter((day) => holdings.gaps.isKnown(day)));
  const ledger = new Ledger(most);
  const incomplete: DayRates[] = [];
  const newGaps: Day[] = [];
  try {
    for await (const outcome of library.days(plan, ledger)) {
      if (!isGap(outcome)) {
        if (outcome.dropped) incomplete.push(outcome);
      } else if (!known.has(outcome.day)) newGaps.push(outcome.day);
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

/** `archive: 20 of 22 days held since 2026-11-01, 1 gap, 1 left to later runs` */
function summary(since: Day, days: readonly Day[], { store, gaps }: Holdings): string {
  const lacking = days.filter((day) => !store.holds(day));
  const knownGaps = lacking.filter((day) => gaps.isKnown(day)).length;
  const left = lacking.length - knownGaps;
  return [
    `archive: ${days.length - lacking.length} of ${count(days.length, 'day')} held since ${since}`,
    ...(knownGaps > 0 ? [count(knownGaps, 'gap')] : []),
    ...(left > 0 ? [`${left} left to later runs`] : []),
  ].join(', ');
}
