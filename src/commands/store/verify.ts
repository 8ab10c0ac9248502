import { basename, dirname } from 'node:path';
import type { App } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import { type Hint, ratebook, type ToType } from '../../hint.ts';
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

const columns: readonly Column<BadDay>[] = [
  { name: 'store', kind: 'text', of: ({ store }) => store },
  { name: 'day', kind: 'date', of: ({ day }) => day },
  { name: 'is', kind: 'text', of: ({ is }) => is },
];

/** @throws Failure if any day is damaged or unreadable */
export async function storeVerify(given: Listing, app: App): Promise<ExitCode> {
  const to = printing(given, 'table', app);
  const run = startRun(app, given);
  const bad: BadDay[] = [];
  const hints: Hint[] = [];
  let whole = 0;
  const found = await allStores(run, (store, { day }) => bad.push({ store, day, is: 'damaged' }));
  for (const { name, store } of found) {
    const incomplete: UnusableRates[] = [];
    for await (const day of inTurn('verifying', await store.days(), app)) {
      try {
        const held = store.read(day);
        if (!held) continue;
        whole++;
        if (held.dropped) incomplete.push({ day, dropped: held.dropped });
      } catch (error) {
        run.reporter.problem(failureIn(error).message);
        bad.push({ store: name, day, is: 'unreadable' });
      }
    }

    reportIncomplete(name, incomplete, run);
    const damaged = bad.flatMap(({ store, day, is }) => (store === name && is === 'damaged' ? day : []));
    if (damaged.length === 0) continue;
    hints.push(fetching(name, damaged, run) ?? `ask ${dirname(name)} for its damaged days`);
  }

  const days = whole + bad.length;
  const records = {
    columns,
    items: bad,
    table: () => (bad.length > 0 ? '' : `${count(days, 'day')} read, none damaged\n`),
    json: { days, damaged: bad.map(({ day }) => day) },
  };
  await printRecords(records, to, run);
  if (bad.length === 0) return exit.ok;

  const is = bad.some(({ is }) => is === 'unreadable') ? 'damaged or unreadable' : 'damaged';
  throw new Failure('damaged', `${grouped(bad.length)} of ${count(days, 'stored day')} ${is}`, ...hints);
}

/** A rate that the service did not send is not damage. */
function reportIncomplete(name: string, incomplete: readonly UnusableRates[], run: Run): void {
  if (incomplete.length === 0) return;
  reportDropped(incomplete, { problem: (line) => run.reporter.note(`${name}: ${line}`) });
  const days = incomplete.map(({ day }) => day);
  const few = days.length <= mostNamed && fetching(name, days, run);
  run.reporter.note(`${few ? `${few} ` : ''}--refresh tries again`);
}

const mostNamed = 5;

/** The command that fetches the days; undefined if no configured source has them. */
function fetching(name: string, days: readonly Day[], run: Run): ToType | undefined {
  const folder = dirname(name);
  const isUsual = folder === run.source.folder && run.settings.source.origin !== 'option';
  const named = sourceNames.find((each) => sourceNamed(each, run).folder === folder);
  const demo = folder === demoFolder ? ['--demo'] : undefined;
  const choice = demo ?? (isUsual ? [] : named && ['--source', named]);
  if (!choice) return undefined;

  const command = days.length > mostNamed ? ['archive', '--since', `${days[0]}`] : ['historical', ...days];
  const alternative = basename(name) === 'historical-alternative' ? ['--show-alternative'] : [];
  return ratebook(...command, ...alternative, ...choice);
}
