import { join } from 'node:path';
import { type Day, dayAt, eachDay, lastFinishedDay, monthOf, parseDay } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/named.ts';
import { storeOf } from '../../config/settings.ts';
import { type ExitCode, failed } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import type { FormatName } from '../../output/formats.ts';
import { openHoldings, openLibrary } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { printPlan } from '../../run/records.ts';
import { startRun, type Terms } from '../../run/run.ts';
import { stateOf } from '../../store/places.ts';
import { Remembered } from '../../store/remembered.ts';
import { count, grouped } from '../../words.ts';
import { type ArchiveJob, newestFirst } from './filling.ts';
import { fillArchive } from './job.ts';
import { shareOf } from './share.ts';

/** Requests of one run, unless the user says otherwise. */
const usualMost = 100;

interface Archiving {
  /** As it was typed; undefined: as remembered. */
  readonly since: string | undefined;
  readonly to: string | undefined;
  readonly format: FormatName | undefined;
  readonly most: number | undefined;
  readonly reserve: number | undefined;
  readonly terms: Pick<Terms, 'demo' | 'alternative' | 'dryRun' | 'concurrency'>;
}

export async function archive(archiving: Archiving, cli: Cli): Promise<ExitCode> {
  const { most = usualMost, reserve, terms, to, format } = archiving;
  const { alternative } = terms;
  const run = startRun(cli, terms);
  const now = cli.host.now();
  const store = storeOf(run.settings.store.value, cli.host);
  const folder = join(stateOf(store, run.places.state), 'archive', run.source.folder);
  const remembered = (name: string) =>
    new Remembered(join(folder, alternative ? `${name}-alternative` : name), parseDay);
  const start = remembered('since');
  const since = archiving.since === undefined ? firstDay(start, now) : resolveDay(archiving.since, now);
  const holdings = await openHoldings(run, { alternative });
  const library = openLibrary(run, { holdings, alternative, inParts: true });
  const days = [...eachDay(since, lastFinishedDay(now))];
  const missing = days.filter((day) => holdings.takeStock(day) === 'missing');
  const quotaTold = remembered('quota-told');
  const job = { run, holdings, library, since, days, missing, most, reserve, quotaTold };
  if (terms.dryRun) {
    const share = shareOf({ missing, newSince: since, most, left: undefined, reserve: 0 });
    const whole = { days: share.days.length, held: 0, gaps: 0, fetch: share.days.length };
    return printPlan(newestFirst(share.days, library), { format }, run, { line: wholeJobLine(job), whole });
  }
  // the configured format is for printed rates only
  const completeFiles = to === undefined ? undefined : await openFiles(to, format ?? 'csv', holdings.store, run);
  // a later start applies to its own run only
  const before = start.read();
  if (!before || since < before) await start.remember(since);
  try {
    return await fillArchive(job);
  } finally {
    await run.close();
    await completeFiles?.(days);
  }
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

function wholeJobLine({ since, days, missing: { length: missing }, holdings, most }: ArchiveJob): string {
  const held = days.filter((day) => holdings.takeStock(day) === 'held').length;
  const gaps = days.length - held - missing;
  const parts = [`${grouped(held)} held`, ...(gaps > 0 ? [count(gaps, 'gap')] : []), `${grouped(missing)} to fetch`];
  const line = `${count(days.length, 'day')} since ${since}: ${parts.join(', ')}`;
  if (missing === 0 || most === 0) return line;
  return `${line}; this run ${grouped(Math.min(most, missing))}, done in ${count(Math.ceil(missing / most), 'run')}`;
}
