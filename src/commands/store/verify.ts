import { basename, dirname } from 'node:path';
import type { App } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import { type Hint, ratebook } from '../../hint.ts';
import type { Column } from '../../output/records.ts';
import { reportDropped, type UnusableRates } from '../../report/coverage.ts';
import { inTurn } from '../../run/in-turn.ts';
import { type Listing, printing, printRecords } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { sourceNamed } from '../../run/sources.ts';
import { allStores } from '../../run/stores.ts';
import { demoFolder } from '../../sources/demo.ts';
import { sourceNames } from '../../sources/table.ts';
import { count, grouped } from '../../words.ts';

interface BadDay {
  /** `openexchangerates.org/api/historical` */
  readonly store: string;
  readonly day: Day;
  readonly is: 'damaged' | 'unreadable';
}

const columns: readonly Column[] = [
  { name: 'store', kind: 'text' },
  { name: 'day', kind: 'date' },
  { name: 'is', kind: 'text' },
];

/** @throws Failure if any day is damaged or unreadable */
export async function storeVerify(options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startRun(app, options);
  const bad: BadDay[] = [];
  const hints: Hint[] = [];
  let whole = 0;
  const stores = await allStores(run);
  for (const { name, store } of stores) {
    const incomplete: UnusableRates[] = [];
    for await (const day of inTurn('verifying', store.days(), app)) {
      try {
        const stored = store.read(day);
        if (stored) whole++;
        if (store.damaged.has(day)) bad.push({ store: name, day, is: 'damaged' });
        if (stored?.dropped) incomplete.push({ day, dropped: stored.dropped });
      } catch (error) {
        run.reporter.problem(failureIn(error).message);
        bad.push({ store: name, day, is: 'unreadable' });
      }
    }

    // a rate that the service did not send is not damage
    reportDropped(incomplete, { problem: (line) => run.reporter.note(`${name}: ${line}`) });
    const days = incomplete.map(({ day }) => day);
    const fetching = days.length <= mostNamed ? fetchingLine(name, days, run) : undefined;
    if (days.length > 0) run.reporter.note(`${fetching ? `${fetching} ` : ''}--refresh tries again`);

    const damaged = bad.filter((each) => each.store === name && each.is === 'damaged').map(({ day }) => day);
    if (damaged.length > 0)
      hints.push(fetchingLine(name, damaged, run) ?? `ask ${dirname(name)} for its damaged days`);
  }

  const days = whole + bad.length;
  const text = bad.length > 0 ? '' : `${count(days, 'day')} read, none damaged\n`;
  const json = { days, damaged: bad.map(({ day }) => day) };
  const rows = bad.map(({ store, day, is }) => [store, day, is]);
  await printRecords({ columns, rows, text, json }, to, run);
  if (bad.length === 0) return exit.ok;

  const is = bad.some((each) => each.is === 'unreadable') ? 'damaged or unreadable' : 'damaged';
  throw new Failure('damaged', `${grouped(bad.length)} of ${count(days, 'stored day')} ${is}`, ...hints);
}

const mostNamed = 5;

/** The command that fetches the days; undefined if no configured source has them. */
function fetchingLine(name: string, days: readonly Day[], run: Run) {
  const folder = dirname(name);
  const isUsual = folder === run.source.folder && run.settings.source.origin !== 'option';
  const named = sourceNames.find((each) => sourceNamed(each, run).folder === folder);
  const source = folder === demoFolder ? ['--demo'] : isUsual ? [] : named && ['--source', named];
  if (!source) return undefined;

  const command = days.length > mostNamed ? ['archive', '--since', `${days[0]}`] : ['historical', ...days];
  const alternative = basename(name) === 'historical-alternative' ? ['--show-alternative'] : [];
  return ratebook(...command, ...alternative, ...source);
}
