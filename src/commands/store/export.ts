import type { App } from '../../app.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { exportDays, openFolder, refuseStore, reportForeign } from '../../export/export.ts';
import { formats } from '../../output/formats.ts';
import { openStore, storeFolder } from '../../run/days.ts';
import { startNamedRun } from '../../run/run.ts';
import { count } from '../../words.ts';
import type { Exporting } from './store.ts';

export async function storeExport(
  app: App,
  exporting: Exporting,
  [folder]: readonly [string],
): Promise<ExitCode> {
  const { since, format } = exporting;
  const first = since === undefined ? undefined : resolveDay(since, app.host.now());
  const run = startNamedRun(app, exporting);
  const { host, reporter } = run;
  refuseStore(folder, storeFolder(run));

  const store = openStore(run);
  // the file of a year is whole, and so has days before the first one
  const from = first && formats[format].years ? `${first.slice(0, 4)}-01-01` : (first ?? '');
  const days = store.days().filter((day) => day >= from);
  const where = first ? ` since ${first}` : '';
  if (days.length === 0) throw new Failure('nothing_found', `no days are stored${where}`);

  const target = { folder, format, store, host, reporter };
  await openFolder(folder);
  reporter.startProgress(days.length, days.length, 'exporting');
  try {
    const exported = await exportDays(target, days);
    reporter.note(`${count(exported.days, 'day')} in ${folder}, ${count(exported.written, 'file')} written`);
    const code = reportForeign(exported, reporter);
    return exported.days < days.length ? exit.partial : code;
  } finally {
    reporter.stopProgress();
  }
}
