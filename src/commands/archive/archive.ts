import { join } from 'node:path';
import { type Day, dayAt, eachDay, lastFinishedDay, monthOf, parseDay } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/range.ts';
import { type ExitCode, exit, failed } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { FormatName } from '../../output/formats.ts';
import type { Cli } from '../../run/host.ts';
import { openHoldings, openLibrary } from '../../run/library.ts';
import { printRequests } from '../../run/records.ts';
import { type Run, startRun, type Terms } from '../../run/run.ts';
import { Remembered } from '../../store/remembered.ts';
import { DayFiles } from './day-files.ts';
import { type ArchiveJob, fillArchive, newestFirst } from './job.ts';
import { wholeJobLine } from './report.ts';
import { shareOf } from './share.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

interface Archiving {
  /** As it was typed; undefined: as remembered. */
  readonly since: string | undefined;
  /** A folder for files, and their format. */
  readonly to: string | undefined;
  readonly format: FormatName | undefined;
  readonly most: number | undefined;
  readonly reserve: number | undefined;
  readonly terms: Pick<Terms, 'demo' | 'alternative' | 'dryRun' | 'concurrency'>;
}

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { most = usualMost, reserve, terms } = archiving;
  const { alternative } = terms;
  const run = startRun(cli, { demo: terms.demo, settings: { concurrency: terms.concurrency } });
  const folder = join(run.places.state, 'archive', run.source.folder);
  const remembered = (name: string) =>
    new Remembered(join(folder, alternative ? `${name}-alternative` : name), parseDay);
  const start = remembered('since');
  const since = firstDay(archiving.since, start, run);
  const holdings = await openHoldings(run, { alternative });
  const days = [...eachDay(since, lastFinishedDay(cli.host.now()))];
  const job: ArchiveJob = {
    run,
    holdings,
    library: openLibrary(run, { holdings, form: { alternative, prettyprint: false } }),
    since,
    days,
    missing: days.filter((day) => holdings.takeStock(day) === 'missing'),
    most,
    reserve,
    quotaTold: remembered('quota-told'),
  };
  if (terms.dryRun) return printWholeJob(job, archiving.format);
  const completeFiles = await openFiles(archiving, days, holdings, cli.host.now());
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
  { to, format = 'csv' }: Archiving,
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

async function printWholeJob(
  { run, holdings, library, since, days, missing, most }: ArchiveJob,
  format: string | undefined,
): Promise<ExitCode> {
  const held = days.filter((day) => holdings.takeStock(day) === 'held').length;
  const gaps = days.length - held - missing.length;
  run.reporter.note(wholeJobLine({ since, days: days.length, held, gaps }, most));
  const share = shareOf({ missing, newSince: since, most, left: undefined, reserve: 0 });
  await printRequests(newestFirst(share.days, library), format, true, run);
  return exit.ok;
}
