import type { App } from '../../app.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { openFiles, refuseStore, tellForeign } from '../../export/files.ts';
import { formats } from '../../output/formats.ts';
import { startNamedRun } from '../../run/run.ts';
import { openStore, storeFolder } from '../../run/stores.ts';
import { count } from '../../words.ts';
import type { Exporting } from './store.ts';

export async function storeExport(folder: string, exporting: Exporting, app: App): Promise<ExitCode> {
  const { since, format } = exporting;
  const first = since === undefined ? undefined : resolveDay(since, app.host.now());
  const run = await startNamedRun(app, exporting);
  const { host, reporter } = run;
  refuseStore(folder, storeFolder(run));

  const store = openStore(run);
  // the file of a year is whole, and so has days before the first one
  const from = first && formats[format].years ? `${first.slice(0, 4)}-01-01` : (first ?? '');
  const days = (await store.days()).filter((day) => day >= from);
  const where = first ? ` since ${first}` : '';
  if (days.length === 0) throw new Failure('nothing_found', `no days are stored${where}`);

  const complete = await openFiles({ folder, format, store, host, reporter });
  reporter.startProgress(days.length, days.length, 'exporting');
  try {
    const completed = await complete(days, first);
    const { days: there, written } = completed;
    reporter.note(`${count(there, 'day')} in ${folder}, ${count(written, 'file')} written`);
    const code = tellForeign(completed, reporter);
    return there < days.length ? exit.partial : code;
  } finally {
    reporter.stopProgress();
  }
}
