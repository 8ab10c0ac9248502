import type { Day } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/named.ts';
import { daysInWords } from '../../calendar/runs.ts';
import type { ExitCode } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import type { FormatName } from '../../output/formats.ts';
import { jsonText } from '../../rates/json.ts';
import { openHoldings, openLibrary } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { checkFormat, printPlan } from '../../run/records.ts';
import { type Run, startRun, type Terms } from '../../run/run.ts';
import { count, grouped } from '../../words.ts';
import { type ArchiveJob, newestFirst } from './filling.ts';
import { firstDay } from './first-day.ts';
import { type Ended, fillArchive } from './job.ts';
import { type Memory, memoryOf, remembering } from './last-run.ts';
import { daysSince } from './standing.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

interface Archiving {
  readonly status: boolean;
  /** As it was typed; undefined: as remembered. */
  readonly since: string | undefined;
  readonly to: string | undefined;
  readonly format: FormatName | undefined;
  readonly most: number | undefined;
  readonly reserve: number | undefined;
  readonly quiet: boolean;
  readonly terms: Pick<Terms, 'demo' | 'alternative' | 'dryRun' | 'concurrency'>;
}

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { to, format, terms } = archiving;
  if (to === undefined && !terms.dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(cli, terms);
  const memory = memoryOf(run, terms.alternative);
  if (archiving.status) return (await import('./status.ts')).printStatus(memory, run, terms.alternative, format);
  const since = archiving.since === undefined ? undefined : resolveDay(archiving.since, cli.host.now());
  if (terms.dryRun) return printWholeJob(await jobOf(archiving, since, memory, run), format);
  let ended: Ended | undefined;
  const asJson = to === undefined && format === 'json';
  const code = await remembering(memory, run, async (learned) => {
    const job = await jobOf(archiving, since, memory, run);
    // the configured format is for printed rates only
    const completeFiles = to === undefined ? undefined : await openFiles(to, format ?? 'csv', job.holdings.store, run);
    if (!job.isForOnce && memory.start.read() !== job.since) await memory.start.remember(job.since);
    try {
      ended = await fillArchive(job, learned);
      if (!asJson) run.reporter.note(ended.line);
      return ended.code;
    } finally {
      await run.close();
      await completeFiles?.(job.days);
    }
  });
  if (ended && asJson && !archiving.quiet) cli.host.stdout.write(`${jsonText(ended.figures, true)}\n`);
  return code;
}

async function jobOf(
  { most = usualMost, reserve, terms: { alternative } }: Archiving,
  given: Day | undefined,
  { start }: Memory,
  run: Run,
): Promise<ArchiveJob> {
  const now = run.host.now();
  const holdings = await openHoldings(run, { alternative });
  const held = given || start.exists() ? [] : await holdings.store.days();
  const since = given ?? firstDay(start, held, now);
  if (held.includes(since)) run.reporter.note(`the archive goes on from ${since}, where the stored days begin`);
  const library = openLibrary(run, { holdings, alternative, inParts: true });
  const days = daysSince(since, run.source, now);
  const missing = days.filter((day) => holdings.takeStock(day) === 'missing');
  return { run, holdings, library, since, isForOnce: (start.read() ?? since) < since, days, missing, most, reserve };
}

function printWholeJob(job: ArchiveJob, format: FormatName | undefined): Promise<ExitCode> {
  const { run, holdings, library, since, days, missing, most } = job;
  const gaps = days.filter((day) => holdings.takeStock(day) === 'gap');
  const [fetch, thisRun] = [missing.length, Math.min(most, missing.length)];
  const runs = fetch === 0 ? 0 : Math.ceil(fetch / most);
  const held = days.length - gaps.length - fetch;
  const parts = [
    `${count(days.length, 'day')} since ${since}: ${grouped(held)} held, ${grouped(fetch)} to fetch`,
    ...(thisRun > 0 ? [`this run ${grouped(thisRun)}, done in ${count(runs, 'run')}`] : []),
    ...(gaps.length > 0 ? [`${count(gaps.length, 'gap')}: ${daysInWords(gaps)}`] : []),
  ];
  const whole = { since, days: days.length, held, gaps: gaps.length, fetch, this_run: thisRun, runs };
  const plan = newestFirst(missing.slice(fetch - thisRun), library);
  return printPlan(plan, { format }, run, { line: parts.join('; '), whole });
}
