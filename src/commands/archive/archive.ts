import { dirname } from 'node:path';
import type { App } from '../../app.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import { openFiles, refuseStore, tellForeign } from '../../export/files.ts';
import { tryWriting } from '../../files.ts';
import { prettyJson } from '../../json.ts';
import { formatsOfADay } from '../../output/formats.ts';
import { checkFormat } from '../../run/output.ts';
import { startRun } from '../../run/run.ts';
import { openStore, storeFolder } from '../../run/stores.ts';
import {
  cost,
  define,
  type Given,
  inCost,
  inOutput,
  inWhat,
  run,
  voice,
  what,
  wholeNumber,
} from '../options.ts';
import { type ArchiveJob, fill, openJob, printWholeJob } from './fill.ts';
import { type Memory, memoryOf, remembering, unkept } from './state.ts';

const ofRuns = ['since', 'to', 'dryRun', 'maxCost', 'reserve'];

const options = [
  inWhat('--since <day>', 'first day of the archive; remembered for later runs'),
  inWhat(
    '--status',
    'show the state of the archive without any request; exits with 3 if it is behind',
  ).conflicts(ofRuns),
  what.source,
  what.showAlternative,
  inOutput(
    '-f, --format <format>',
    'format of the --to files (default: csv), or json of the summary',
  ).choices(formatsOfADay),
  inOutput('--to <folder>', 'also keep one file per day in this folder (parquet: per year)'),
  cost.dryRun,
  inCost('--max-cost <requests>', 'spend at most this per run (default: 100)').argParser(wholeNumber),
  inCost(
    '--reserve <requests>',
    'leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)',
  ).argParser(wholeNumber),
  run.demo,
  run.concurrency,
  ...voice,
] as const;

export type Archiving = Given<typeof options>;

export const archiveCommand = define({
  name: 'archive',
  description:
    'Fetch the finished days that are not stored yet, newest first, spending at most --max-cost (100) per run.' +
    '\n\nIn a crontab: 17 5 * * *  /usr/local/bin/ratebook archive --quiet',
  examples: [
    ['ratebook archive --since 2024-01-01 --dry-run', 'what is missing, and its cost'],
    ['ratebook archive --since 2024-01-01', 'up to 100 days per run'],
    ['ratebook archive --to rates --quiet', 'for cron; also a file per day'],
  ],
  options,
  run: (app, given) => archive(given, app),
});

async function archive(archiving: Archiving, app: App): Promise<ExitCode> {
  const { status, to, format, dryRun, quiet } = archiving;
  if (to === undefined && !dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(app, { ...archiving, needsClock: true });
  // before anything else, since days are resolved by the clock
  openStore(run);
  const memory = memoryOf(run);
  if (status) return (await import('./status.ts')).printStatus(memory, run, format);

  if (to !== undefined) refuseStore(to, storeFolder(run));
  const given = archiving.since === undefined ? undefined : resolveDay(archiving.since, app.host.now());
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

  if (asJson && !quiet) app.host.stdout.write(`${prettyJson(figures)}\n`);
  if (code === exit.failed) throw new Failure('cannot_write', unkept);
  return code;
}

/** The files of `--to`. The configured format is for printed rates only. */
async function openFilesOf({ run, stored }: ArchiveJob, { to, format = 'csv' }: Archiving) {
  const { host, reporter } = run;
  if (to === undefined) return undefined;
  return openFiles({ folder: to, format, store: stored.store, host, reporter });
}

const isNewStart = ({ since, isForOnce }: ArchiveJob, { start }: Memory) =>
  !isForOnce && start.read() !== since;

/** A run that has brought nothing says nothing of the days to come: its clock may have been wrong. */
async function rememberStart(job: ArchiveJob, memory: Memory): Promise<void> {
  const { since, missing, stored, run } = job;
  const hasStored = missing.some((day) => stored.store.isStored(day));
  const hasLeft = missing.some((day) => stored.stateOf(day) === 'missing');
  if (!isNewStart(job, memory) || (hasLeft && !hasStored)) return;
  await memory.start.remember(since).catch((error) => {
    if (missing.length > 0) run.reporter.problem(failureIn(error).message);
  });
}
