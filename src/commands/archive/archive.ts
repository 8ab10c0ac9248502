import { resolveDay } from '../../calendar/named.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import { refuseStore } from '../../export/place.ts';
import { tellForeign } from '../../export/tell-foreign.ts';
import { prettyJson } from '../../rates/json-text.ts';
import { checkFormat } from '../../run/format-checks.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { fill } from './fill.ts';
import { type ArchiveJob, openJob, printWholeJob } from './job.ts';
import { type Memory, memoryOf, remembering, unkept } from './memory.ts';
import type { Archiving } from './options.ts';

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { status, to, format, dryRun, quiet } = archiving;
  if (to === undefined && !dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(cli, archiving);
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
  if (code === exit.failed) throw new Failure('cannot_write', unkept);
  return code;
}

/** The files of `--to`. The configured format is for printed rates only. */
async function openFilesOf({ run, holdings }: ArchiveJob, { to, format = 'csv' }: Archiving) {
  const { host, reporter } = run;
  if (to === undefined) return undefined;
  return openFiles({ folder: to, format, store: holdings.store, host, reporter });
}

/** @throws Failure where a later run has to know; any other run says that nothing can be remembered */
async function rememberStart({ since, isForOnce, missing }: ArchiveJob, { start }: Memory): Promise<void> {
  if (isForOnce || start.read() === since) return;
  await start.remember(since).catch((error) => {
    if (missing.length > 0) throw error;
  });
}
