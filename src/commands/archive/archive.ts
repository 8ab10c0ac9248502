import { join } from 'node:path';
import {
  type Day,
  dayAt,
  eachDay,
  lastFinishedDay,
  monthOf,
  parseDay,
  resolveDay,
} from '../../calendar/day.ts';
import { tryWriting } from '../../disk/whole-file.ts';
import { type ExitCode, failed } from '../../errors.ts';
import type { FormatName } from '../../output/formats.ts';
import { openHoldings, openLibrary } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { printPlan } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { Remembered } from '../../store/remembered.ts';
import { count, grouped } from '../../words.ts';
import { openDayFiles } from './day-files.ts';
import { type ArchiveJob, fillArchive, newestFirst } from './job.ts';
import { shareOf } from './share.ts';

interface Archiving {
  /** As it was typed; undefined: as remembered. */
  readonly since?: string;
  /** A folder for files, and their format. */
  readonly to?: string;
  readonly format?: FormatName;
  readonly maxCost?: number;
  readonly reserve?: number;
  readonly demo?: boolean;
  readonly showAlternative?: boolean;
  readonly dryRun?: boolean;
  readonly concurrency?: string;
}

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { maxCost: most = 100, reserve, format, showAlternative: alternative = false } = archiving;
  const run = startRun(cli, archiving);
  const now = cli.host.now();
  const folder = join(run.places.state, 'archive', run.source.folder);
  const remembered = (name: string) =>
    new Remembered(join(folder, alternative ? `${name}-alternative` : name), parseDay);
  const start = remembered('since');
  const since = archiving.since === undefined ? firstDay(start, now) : resolveDay(archiving.since, now);
  const holdings = await openHoldings(run, { alternative });
  const library = openLibrary(run, { holdings, form: { alternative, prettyprint: false } });
  const days = [...eachDay(since, lastFinishedDay(now))];
  const missing = days.filter((day) => holdings.takeStock(day) === 'missing');
  const quotaTold = remembered('quota-told');
  const job = { run, holdings, library, since, days, missing, most, reserve, quotaTold };
  if (archiving.dryRun) {
    const share = shareOf({ missing, newSince: since, most, left: undefined, reserve: 0 });
    return printPlan(newestFirst(share.days, library), { format }, run, wholeJobLine(job));
  }
  const completeFiles = await openFiles(archiving, job);
  // a later start applies to its own run only
  const before = start.read();
  if (!before || since < before) await start.remember(since);
  try {
    return await fillArchive(job);
  } finally {
    await run.close();
    await completeFiles();
  }
}

/** Checks the folder of the files before anything is requested. */
async function openFiles(
  // the configured format is for printed rates only
  { to, format = 'csv' }: Archiving,
  { days, holdings: { store }, run: { host } }: ArchiveJob,
): Promise<() => Promise<void>> {
  if (to === undefined) return async () => {};
  if (format === 'parquet') {
    tryWriting(to);
    const { completeYears } = await import('./year-files.ts');
    return () => completeYears(to, store, host.signal);
  }
  const complete = await openDayFiles(to, format, host.now());
  return () => complete(days, (day) => store.read(day), host.signal);
}

function firstDay(start: Remembered<Day>, now: number): Day {
  const today = dayAt(now);
  const text = start.text();
  const remembered = parseDay(text ?? '');
  if (text !== undefined && !remembered)
    throw failed(`${start.path} does not contain a day`, 'give the first day again: --since YYYY-MM-DD');
  // a remembered day in the future comes from a wrong clock
  return remembered && remembered <= today ? remembered : (`${monthOf(today)}-01` as Day);
}

/** `324 days since 2026-01-01: 20 held, 304 to fetch; this run 100, done in 4 runs` */
function wholeJobLine({ since, days, missing: { length: missing }, holdings, most }: ArchiveJob): string {
  const held = days.filter((day) => holdings.takeStock(day) === 'held').length;
  const gaps = days.length - held - missing;
  const parts = [
    `${grouped(held)} held`,
    ...(gaps > 0 ? [count(gaps, 'gap')] : []),
    `${grouped(missing)} to fetch`,
  ];
  const line = `${count(days.length, 'day')} since ${since}: ${parts.join(', ')}`;
  if (missing === 0 || most === 0) return line;
  return `${line}; this run ${grouped(Math.min(most, missing))}, done in ${count(Math.ceil(missing / most), 'run')}`;
}
