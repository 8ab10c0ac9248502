import { dirname } from 'node:path';
import { resolveDay } from '../../calendar/ranges.ts';
import { tryWriting } from '../../disk/whole-file.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import { refuseStore } from '../../export/place.ts';
import { tellForeign } from '../../export/tell-foreign.ts';
import { prettyJson } from '../../json.ts';
import { checkFormat } from '../../run/format-checks.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { openStore, storeFolder } from '../../run/stores.ts';
import { fill } from './fill.ts';
import { type ArchiveJob, openJob, printWholeJob } from './job.ts';
import { type Memory, memoryOf, remembering, unkept } from './memory.ts';
import type { Archiving } from './options.ts';

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { status, to, format, dryRun, quiet } = archiving;
  if (to === undefined && !dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(cli, { ...archiving, needsClock: true });
  // before anything else, since days are resolved by the clock
  openStore(run);
  const memory = memoryOf(run);
  if (status) return (await import('./status.ts')).printStatus(memory, run, format);

  if (to !== undefined) refuseStore(to, storeFolder(run));
  const given = archiving.since === undefined ? undefined : resolveDay(archiving.since, cli.host.now());
  const opening = { archiving, given, memory, run };
  if (dryRun) return printWholeJob(await openJob(opening), format);

  const asJson = to === undefined && format === 'json';
  const { code, figures } = await remembering(memory, run, async (learned) => {
    const job = await openJob(opening);
    const completeFiles = await openFilesOf(job, archiving);
    // before anything is paid for that a later run has to know of
    if (job.missing.length > 0 && isNewStart(job, memory)) tryWriting(dirname(memory.start.path));

    const complete = async () => {
      await run.close();
      const completed = await completeFiles?.(job.days());
      return completed ? tellForeign(completed, run.reporter) : exit.ok;
    };
    const ended = await fill(job, learned).catch(async (error) => {
      await rememberStart(job, memory);
      await complete();
      throw error;
    });
    await rememberStart(job, memory);
    if (!asJson) run.reporter.note(ended.line);
    const codeOfFiles = await complete();
    return ended.code === exit.ok ? { ...ended, code: codeOfFiles } : ended;
  });

  if (asJson && !quiet) cli.host.stdout.write(`${prettyJson(figures)}\n`);
  if (code === exit.failed) throw new Failure('cannot_write', unkept);
  return code;
}

/** The files of `--to`. The configured format is for printed rates only. */
async function openFilesOf({ run, holdings }: ArchiveJob, { to, format = 'csv' }: Archiving) {
  const { host, reporter } = run;
  if (to === undefined) return undefined;
  return openFiles({ folder: to, format, store: holdings.store, host, reporter });
}

const isNewStart = ({ since, isForOnce }: ArchiveJob, { start }: Memory) =>
  !isForOnce && start.read() !== since;

/** A run that has brought nothing says nothing of the days to come: its clock may have been wrong. */
async function rememberStart(job: ArchiveJob, memory: Memory): Promise<void> {
  const { since, missing, holdings, run } = job;
  const hasStored = missing.some((day) => holdings.store.isStored(day));
  const hasLeft = missing.some((day) => holdings.stateOf(day) === 'missing');
  if (!isNewStart(job, memory) || (hasLeft && !hasStored)) return;
  await memory.start.remember(since).catch((error) => {
    if (missing.length > 0) run.reporter.problem(failureIn(error).message);
  });
}
