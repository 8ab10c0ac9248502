import type { App } from '../../app.ts';
import { type Day, firstDay, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { Rejected, readDocument } from '../../input/day-documents.ts';
import { readDayFiles } from '../../input/days.ts';
import { areOfBank } from '../../input/forms.ts';
import type { Columns } from '../../output/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { reportDropped, type UnusableRates } from '../../report/coverage.ts';
import { inTurn, openStore, openStored } from '../../run/days.ts';
import { printing, withOutput, writeRecordsTo } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { acquireShared } from '../../store/lock.ts';
import { whyIncomplete } from '../../store/neighbours.ts';
import { count, grouped } from '../../words.ts';
import type { Importing } from './store.ts';

const columns: Columns = {
  date: 'date',
  code: 'text',
  held: 'number?',
  given: 'number?',
};

/** Rates of a stored day and of the imported one; undefined where it lacks the code. */
type Difference = readonly [date: Day, code: string, held: number | undefined, given: number | undefined];

export async function storeImport(
  app: App,
  options: Importing,
  [paths]: readonly [readonly string[]],
): Promise<ExitCode> {
  const { host, reporter } = app;
  const to = printing(options, 'table', app);
  const source = (await areOfBank(paths, host.signal)) ? 'ecb' : options.source;
  const run = startRun(app, { ...options, source });

  return withOutput(to, app, async (output) => {
    const result = await importFrom(paths, options, run);
    const { imported, same, other, differences, rejected, skipped } = result;
    const json = {
      imported: imported.length,
      held: same + other,
      differing: differences.map(([date, code, held = null, given = null]) => ({ date, code, held, given })),
      refused: rejected.map(({ name, reason }) => ({ name, reason })),
    };
    await writeRecordsTo({ columns, rows: differences, json }, to, output, app);
    const days = `${count(imported.length, 'day')} ${options.dryRun ? 'to import' : 'imported'}`;
    const others = `${grouped(same)} stored already, ${grouped(other)} stored with other rates`;
    reporter.note(`${days}, ${others}, ${grouped(rejected.length)} refused`);
    if (skipped > 0) reporter.note(`skipped ${count(skipped, 'other file')}`);
    for (const hint of new Set(rejected.flatMap(({ hint }) => hint ?? []))) reporter.note(hint);
    return rejected.length + other > 0 ? exit.partial : exit.ok;
  });
}

async function importFrom(paths: readonly string[], options: Importing, run: Run) {
  const { reporter, source, host } = run;
  const now = host.now();
  // opening the stored days would bring in what killed processes have left
  const stored = options.dryRun ? undefined : await openStored(run);
  const store = stored?.store ?? openStore(run);
  stored?.checkWritable([firstDay]);
  const before = new Set(store.days());
  const counts = new Map<Day, number>();

  const unusable: UnusableRates[] = [];
  /** In a dry run, days that may be imported once more. */
  const wouldBeStored = new Map<Day, DayRates>();
  const result = {
    imported: [] as Day[],
    differences: [] as Difference[],
    rejected: [] as Rejected[],
    /** Days that are stored already, with the same rates and with other ones. */
    same: 0,
    other: 0,
    /** Files of folders that end like none of the forms. */
    skipped: 0,
  };
  try {
    const items = readDayFiles(paths, { ...source, now, signal: host.signal });
    for await (const item of inTurn('importing', items, run)) {
      if ('skipped' in item) {
        result.skipped++;
        continue;
      }
      if ('note' in item) {
        reporter.note(item.note);
        continue;
      }
      let rates = item instanceof Rejected ? item : readDocument(item, source, now);
      let earlier: DayRates | undefined;
      if (!(rates instanceof Rejected)) {
        const { day, rates: all } = rates;
        earlier = store.peek(day) ?? wouldBeStored.get(day);
        const why =
          earlier || options.partial ? undefined : whyIncomplete(day, all.size, store, counts, before);
        if (why) rates = new Rejected(item.name, why, '--partial takes days with few codes');
      }
      if (rates instanceof Rejected) {
        reporter.problem(`${rates.name} ${rates.reason}`);
        result.rejected.push(rates);
        continue;
      }

      if (rates.dropped) unusable.push(rates);
      earlier ??= stored && (await storeUnlessStored(rates, stored, host.signal));
      if (earlier) {
        const differences = differencesOf(earlier, rates);
        result[differences.length > 0 ? 'other' : 'same']++;
        result.differences.push(...differences);
        continue;
      }
      result.imported.push(rates.day);
      if (!stored) wouldBeStored.set(rates.day, rates);
    }
  } finally {
    reportDropped(unusable, reporter);
    await stored?.store.flush(result.imported);
  }
  return result;
}

/** Returns the rates of a day that is stored already, which stay. */
export async function storeUnlessStored(
  rates: DayRates,
  { store, locks }: StoredDays,
  signal: AbortSignal,
): Promise<DayRates | undefined> {
  const lock = await acquireShared(locks, [monthOf(rates.day)], signal);
  try {
    const stored = store.read(rates.day);
    if (!stored) await store.storeRates(rates, 'later');
    return stored;
  } finally {
    await lock.release();
  }
}

function differencesOf({ day, rates: stored }: DayRates, { rates: imported }: DayRates): Difference[] {
  return [...new Set([...stored.keys(), ...imported.keys()])]
    .sort()
    .map((code) => [day, code, stored.get(code), imported.get(code)] as const)
    .filter(([, , held, given]) => held !== given);
}
