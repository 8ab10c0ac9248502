import { dayAt } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/named.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import { refuseStore } from '../../export/place.ts';
import { tellForeign } from '../../export/tell-foreign.ts';
import { prettyJson } from '../../rates/json-text.ts';
import { checkFormat } from '../../run/format-checks.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { OverBound } from '../../sources/ledger.ts';
import { Refused } from '../../sources/refusal.ts';
import { count, grouped } from '../../words.ts';
import { Filling } from './filling.ts';
import { type ArchiveJob, jobOf, printWholeJob } from './job.ts';
import { type LastRun, type Memory, memoryOf, remembering } from './last-run.ts';
import type { Archiving } from './options.ts';
import { standingOf } from './standing.ts';

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { status, to, format, dryRun, quiet } = archiving;
  if (to === undefined && !dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(cli, archiving);
  const memory = memoryOf(run);
  if (status) return (await import('./status.ts')).printStatus(memory, run, format);
  if (to !== undefined) refuseStore(to, storeFolder(run));
  const since = archiving.since === undefined ? undefined : resolveDay(archiving.since, cli.host.now());
  const openJob = () => jobOf(archiving, since, memory, run);
  if (dryRun) return printWholeJob(await openJob(), format);
  const asJson = to === undefined && format === 'json';
  const { code, figures } = await remembering(memory, run, async (learned) => {
    const job = await openJob();
    // the configured format is for printed rates only
    const { store } = job.holdings;
    const { host, reporter } = run;
    const completeFiles =
      to === undefined ? undefined : await openFiles({ folder: to, format: format ?? 'csv', store, host, reporter });
    await rememberStart(job, memory);
    const complete = async () => {
      await run.close();
      const completed = await completeFiles?.(job.days());
      return completed ? tellForeign(completed, run.reporter) : exit.ok;
    };
    const ended = await fill(job, learned).catch(async (error) => {
      await complete();
      throw error;
    });
    if (!asJson) run.reporter.note(ended.line);
    const codeOfFiles = await complete();
    return ended.code === exit.ok ? { ...ended, code: codeOfFiles } : ended;
  });
  if (asJson && !quiet) cli.host.stdout.write(`${prettyJson(figures)}\n`);
  return code;
}

/** @throws Failure where a later run has to know; else the run says itself that nothing can be remembered */
async function rememberStart({ since, isForOnce, missing }: ArchiveJob, { start }: Memory): Promise<void> {
  if (isForOnce || start.read() === since) return;
  await start.remember(since).catch((error) => {
    if (missing.length > 0) throw error;
  });
}

/** @throws Failure; if there is no quota for new days, only once until the quota resets */
async function fill(job: ArchiveJob, learned: LastRun) {
  const { run, missing, most, holdings } = job;
  const newFrom = await newestOf(job);
  const filling = new Filling(job, newFrom);
  if (missing.length === 0 || most === 0) return endOf(job, filling, learned);
  run.source.checkKey?.();
  holdings.checkWritable(missing);
  let why: string | undefined;
  const isBehind = (newest = newFrom) => standingOf(job.days(), holdings, newest).behind.length > 0;
  try {
    await filling.fetch();
    why = filling.keptBack;
  } catch (error) {
    if (error instanceof Refused && error.kind === 'quota') {
      why = 'the quota is used up';
      const isTold = learned.told && learned.told > dayAt(run.host.now());
      if (!isTold && isBehind(await newestOf(job))) {
        learned.told = filling.renewal;
        throw error;
      }
    } else if (!(error instanceof OverBound) || isBehind()) {
      // lost answers have used up what this run may spend: the next one goes on, unless it was new days that were lost
      throw error;
    }
  } finally {
    const { usage, renewal } = filling;
    if (usage) Object.assign(learned, { left: usage.remaining, renewal });
  }
  return endOf(job, filling, learned, why);
}

const newestOf = async ({ holdings, run }: ArchiveJob) =>
  (await holdings.store.days()).at(-1) ?? lastFinal(run.source.calendar, run.host.now());

/** @param why days wait for the next quota; undefined: for the next run */
async function endOf(job: ArchiveJob, filling: Filling, learned: LastRun, why?: string) {
  const { holdings, since, isForOnce } = job;
  const days = job.days();
  const { held, gaps, waiting, behind } = standingOf(days, holdings, await newestOf(job));
  const left = waiting.length + behind.length;
  // what else waits, this run has not looked at
  if (waiting.length > 0 || !isForOnce)
    Object.assign(learned, { waitsTo: waiting.at(-1), until: why && filling.renewal });
  const parts = [
    `archive: ${grouped(held)} of ${count(days.length, 'day')} held since ${since}`,
    ...(gaps.length > 0 ? [count(gaps.length, 'gap')] : []),
    ...(left > 0 ? [`${grouped(left)} ${why ? `wait for ${filling.renewal} (${why})` : 'left to later runs'}`] : []),
  ];
  const counts = { days: days.length, held, gaps: gaps.length, behind: behind.length };
  const waits = { days: waiting.length, until: waiting.length > 0 ? (learned.until ?? null) : null };
  const figures = { since, ...counts, waiting: waits, left: filling.usage?.remaining ?? null };
  const code = holdings.keeper.hasFailed ? exit.failed : filling.code;
  return { code, line: parts.join(', '), figures };
}
