import { dirname } from 'node:path';
import type { App } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure, failureIn, ifPossible } from '../../errors.ts';
import { exportDays, openFolder, refuseStore, reportForeign } from '../../export/export.ts';
import { tryWriting } from '../../files.ts';
import { prettyJson } from '../../json.ts';
import { formats, formatsOfADay } from '../../output/formats.ts';
import { openStore, storeFolder } from '../../run/days.ts';
import { checkFormat } from '../../run/output.ts';
import { startRun } from '../../run/run.ts';
import {
  cost,
  define,
  fromSource,
  inCost,
  inOutput,
  inWhat,
  type OptionsOf,
  reporting,
  run,
  what,
  wholeNumber,
} from '../options.ts';
import {
  type Archive,
  dueDays,
  type Ended,
  fillArchive,
  hasCode,
  openArchive,
  printArchivePlan,
} from './fill.ts';
import { archivePath, hasFailed, readArchive, writeArchive } from './state.ts';
import { printStatus } from './status.ts';

const options = [
  inWhat('--since <day>', 'first day of the archive; remembered for later runs'),
  inWhat('--from <day>', 'the same as --since').hideHelp().conflicts('since'),
  inWhat('--until <day>', 'fetch no later day; not remembered'),
  inWhat(
    '--status',
    'show the state of the archive without any request; exits with 3 if it is behind',
  ).conflicts(['since', 'from', 'until', 'to', 'dryRun', 'maxCost', 'reserve']),
  ...fromSource,
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
  ...reporting,
] as const;

export type ArchiveOptions = OptionsOf<typeof options>;

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
  run: (app, options) => archive(options, app),
});

async function archive(options: ArchiveOptions, app: App): Promise<ExitCode> {
  const { status, to, format, dryRun, quiet } = options;
  if (to === undefined && !dryRun) checkFormat('archive without --to', ['table', 'json'], format ?? 'table');
  const run = startRun(app, { ...options, needsClock: true });
  // before anything else, since days are resolved by the clock that is checked there
  openStore(run);
  const path = archivePath(run);
  const read = () => readArchive(path, run.clock.now());
  if (status) return printStatus(read(), run, format);

  if (to !== undefined) refuseStore(to, storeFolder(run));
  const dayOf = (text: string | undefined) =>
    text === undefined ? undefined : resolveDay(text, app.host.now());
  const range = { since: dayOf(options.since ?? options.from), until: dayOf(options.until) };
  // a damaged state is replaced by a first day that is typed
  const state = (range.since ? ifPossible(read) : read()) ?? {};
  const archive = await openArchive(options, range, state, run);
  if (dryRun) return printArchivePlan(archive, format);

  const asJson = to === undefined && format === 'json';
  const { code, line, figures } = await fillAndRemember(archive, options, path);
  if (!asJson) run.reporter.note(line);
  else if (!quiet) app.host.stdout.write(`${prettyJson(figures)}\n`);
  return code;
}

/** Writes to the state file how the run ended, also if it failed; warns if that cannot be written. */
async function fillAndRemember(archive: Archive, options: ArchiveOptions, path: string): Promise<Ended> {
  const { state, run } = archive;
  const { reporter, host } = run;

  function remember(code: ExitCode, error: string | null) {
    const { last_run: last } = state;
    const at = new Date(host.now()).toISOString().replace(/\.\d+/, '');
    const success = hasFailed(code) ? last.success : at;
    const last_run = { ...last, at, code, error: error && reporter.fit(error), success };
    return writeArchive(path, { ...state, last_run });
  }

  try {
    const ended = await fillWithFiles(archive, options, path);
    await remember(ended.code, null).catch((error) => reporter.problem(failureIn(error).message));
    return ended;
  } catch (error) {
    if (hasCode(error, 'bad_clock')) throw error;
    const { exitCode, message } =
      error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);
    await remember(exitCode, message).catch(() => {});
    throw error;
  }
}

/** Fills the store, and then the files of `--to`, also where the run fails. */
async function fillWithFiles(archive: Archive, options: ArchiveOptions, path: string): Promise<Ended> {
  const { to, format = 'csv' } = options;
  const { run, stored, state, since, isForOnce, missing } = archive;
  const { host, reporter } = run;
  const { store } = stored;
  const isNewStart = !isForOnce && state.since !== since;
  // the configured format is for printed rates only
  const toFiles = to === undefined ? undefined : { folder: to, format, store, host, reporter };
  if (toFiles) await openFolder(toFiles.folder);
  // before anything is paid for that a later run has to know of
  if (missing.length > 0 && isNewStart) tryWriting(dirname(path));

  let codeOfFiles: ExitCode = exit.ok;
  let ended: Ended;
  try {
    ended = await fillArchive(archive);
  } finally {
    // a run that has brought nothing says nothing of the days to come: its clock may have been wrong
    const isMissing = (day: Day) => stored.stateOf(day) === 'missing';
    if (isNewStart && (missing.some((day) => store.isStored(day)) || !missing.some(isMissing)))
      state.since = since;
    // the file of a year has all its days
    const days = formats[format].years ? store.days() : dueDays(archive);
    if (toFiles) codeOfFiles = reportForeign(await exportDays(toFiles, days), reporter);
  }
  return { ...ended, code: ended.code || codeOfFiles };
}
