import { join } from 'node:path';
import { type Day, dayAt, eachDay, lastFinishedDay, monthOf, parseDay } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/range.ts';
import { type ExitCode, exit, failed } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { dryRunText } from '../../report/cost.ts';
import type { Cli } from '../../run/host.ts';
import { nameOf, openHoldings, openLibrary } from '../../run/library.ts';
import type { FetchOptions } from '../../run/options.ts';
import { type Run, startRun } from '../../run/run.ts';
import { Remembered } from '../../store/remembered.ts';
import { DayFiles } from './day-files.ts';
import { type ArchiveJob, fillArchive, newestFirst } from './job.ts';
import { wholeJobLine } from './report.ts';
import { shareOf } from './share.ts';

interface ArchiveOptions extends FetchOptions {
  readonly since?: string;
  readonly to?: string;
  readonly reserve?: number;
}

const defaultMaxCost = 100;

export async function archive(given: ArchiveOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(given, {}, cli);
  const alternative = given.showAlternative === true;
  const folder = join(run.places.state, 'archive', nameOf(run));
  const remembered = (name: string) =>
    new Remembered(join(folder, alternative ? `${name}-alternative` : name), parseDay);
  const start = remembered('since');
  const since = firstDay(given.since, start, run);
  const holdings = await openHoldings(run, { alternative });
  const days = [...eachDay(since, lastFinishedDay(cli.host.now()))];
  const job: ArchiveJob = {
    run,
    holdings,
    library: openLibrary(run, { holdings, terms: { alternative, prettyprint: false } }),
    since,
    days,
    missing: days.filter((day) => holdings.takeStock(day) === 'missing'),
    most: given.maxCost ?? defaultMaxCost,
    reserve: given.reserve,
    quotaTold: remembered('quota-told'),
  };
  if (given.dryRun) return printWholeJob(job, given.format);
  const completeFiles = await openFiles(given, days, holdings, cli.host.now());
  await rememberEarlier(since, start);
  try {
    return await fillArchive(job);
  } finally {
    await run.close();
    await completeFiles(cli.host.signal);
  }
}

/** Checks the folder of the files before anything is requested. */
async function openFiles(
  // the configured format is for printed rates only
  { to, format = 'csv' }: ArchiveOptions,
  days: readonly Day[],
  { store }: Holdings,
  now: number,
): Promise<(signal: AbortSignal) => Promise<void>> {
  if (to === undefined) return async () => {};
  if (format === 'parquet') {
    const { YearFiles } = await import('./year-files.ts');
    const files = new YearFiles(to);
    return (signal) => files.complete(store, signal);
  }
  const files = await DayFiles.open(to, format, now);
  return (signal) => files.complete(days, (day) => store.read(day), signal);
}

function firstDay(since: string | undefined, start: Remembered<Day>, { host }: Run): Day {
  if (since !== undefined) return resolveDay(since, host.now());
  const today = dayAt(host.now());
  const text = start.text();
  const remembered = parseDay(text ?? '');
  if (text !== undefined && !remembered)
    throw failed(`${start.path} does not contain a day`, 'give the first day again: --since YYYY-MM-DD');
  // a remembered day in the future comes from a wrong clock
  return remembered && remembered <= today ? remembered : (`${monthOf(today)}-01` as Day);
}

/** A later start applies to its own run only. */
async function rememberEarlier(since: Day, start: Remembered<Day>): Promise<void> {
  const remembered = start.read();
  if (!remembered || since < remembered) await start.rememberForGood(since);
}

function printWholeJob(
  { run, holdings, library, since, days, missing, most }: ArchiveJob,
  format?: string,
): ExitCode {
  const held = days.filter((day) => holdings.takeStock(day) === 'held').length;
  const gaps = days.length - held - missing.length;
  run.reporter.note(wholeJobLine({ since, days: days.length, held, gaps }, most));
  const share = shareOf({ missing, newSince: since, most, left: undefined, reserve: 0 });
  run.host.stdout.write(dryRunText(newestFirst(share.days, library), format));
  return exit.ok;
}
