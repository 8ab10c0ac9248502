import { resolveDay } from '../../calendar/named.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { openFiles } from '../../export/files.ts';
import type { Cli } from '../../run/host.ts';
import { openStore, startRun } from '../../run/run.ts';
import { count, grouped } from '../../words.ts';
import type { Exporting } from './door.ts';

export async function storeExport(folder: string, exporting: Exporting, cli: Cli): Promise<ExitCode> {
  const { since, format } = exporting;
  const first = since === undefined ? undefined : resolveDay(since, cli.host.now());
  const run = startRun(cli, exporting);
  const { reporter } = run;
  const store = openStore(run);
  // in Parquet a year is whole, and so has days before the first one
  const from = first && format === 'parquet' ? `${first.slice(0, 4)}-01-01` : (first ?? '');
  const days = (await store.days()).filter((day) => day >= from);
  if (days.length === 0) throw new Failure(exit.partial, `no days are stored${first ? ` since ${first}` : ''}`);
  const complete = await openFiles(folder, format, store, run);
  reporter.startProgress(days.length, days.length, 'exporting');
  try {
    const written = await complete(days, first);
    const left = (await store.days()).filter((day) => day >= from).length;
    reporter.note(
      `${count(left, 'day')} in ${folder}, ${grouped(written)} ${written === 1 ? 'file' : 'files'} written`,
    );
    return left < days.length ? exit.partial : exit.ok;
  } finally {
    reporter.stopProgress();
  }
}
