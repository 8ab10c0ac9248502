import { basename, dirname } from 'node:path';
import type { App } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure, failureIn, type Hint, ratebook } from '../../errors.ts';
import type { Columns } from '../../output/records.ts';
import { allStores, inTurn, sourceNamed } from '../../run/days.ts';
import { type Listing, printing, printRecords } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { demoFolder } from '../../sources/demo.ts';
import { sourceNames } from '../../sources/table.ts';
import { count, grouped } from '../../words.ts';

const columns: Columns = {
  store: 'text',
  day: 'date',
  is: 'text',
};

/** @throws Failure if any day is damaged or unreadable */
export async function storeVerify(app: App, options: Listing): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startRun(app, options);
  const rows: (readonly [store: string, day: Day, is: 'damaged' | 'unreadable'])[] = [];
  const hints: Hint[] = [];
  let whole = 0;
  for (const { name, store } of await allStores(run)) {
    for await (const day of inTurn('verifying', store.days(), app))
      try {
        if (store.read(day)) whole++;
        if (store.damaged.has(day)) rows.push([name, day, 'damaged']);
      } catch (error) {
        run.reporter.problem(failureIn(error).message);
        rows.push([name, day, 'unreadable']);
      }

    if (store.damaged.size > 0) hints.push(fetchingLine(name, [...store.damaged], run));
  }

  const days = whole + rows.length;
  const text = rows.length > 0 ? '' : `${count(days, 'day')} read, none damaged\n`;
  const json = { days, damaged: rows.map(([, day]) => day) };
  await printRecords({ columns, rows, text, json }, to, run);
  if (rows.length === 0) return exit.ok;
  const is = rows.some(([, , is]) => is === 'unreadable') ? 'damaged or unreadable' : 'damaged';
  throw new Failure('damaged', `${grouped(rows.length)} of ${count(days, 'stored day')} ${is}`, ...hints);
}
const mostNamed = 5;

/** The command that fetches the days. */
function fetchingLine(name: string, days: readonly Day[], run: Run): Hint {
  const folder = dirname(name);
  const isUsual = folder === run.source.folder && run.settings.source.origin !== 'option';
  const named = sourceNames.find((each) => sourceNamed(each, run).folder === folder);
  const source = folder === demoFolder ? ['--demo'] : isUsual ? [] : named && ['--source', named];
  if (!source) return `${folder} is of no configured source`;
  const command = days.length > mostNamed ? ['archive', '--since', `${days[0]}`] : ['historical', ...days];
  const alternative = basename(name) === 'historical-alternative' ? ['--show-alternative'] : [];
  return ratebook(...command, ...alternative, ...source);
}
