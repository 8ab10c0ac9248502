import { type App, isTerminal } from '../../app.ts';
import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { Rejected, readDocument } from '../../input/day-documents.ts';
import { daysIn } from '../../input/days.ts';
import { areOfBank } from '../../input/forms.ts';
import type { Column, Records } from '../../output/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { reportDropped, type UnusableRates } from '../../report/coverage.ts';
import { openStored } from '../../run/days.ts';
import { inTurn } from '../../run/in-turn.ts';
import { printing, withOutput, writeRecords } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import { richerIn } from '../../store/neighbours.ts';
import { count, grouped } from '../../words.ts';
import type { Importing } from './store.ts';

interface Imported {
  readonly imported: Day[];
  readonly differences: Difference[];
  readonly rejected: Rejected[];
  /** Days that are stored already, with the same rates and with other ones. */
  same: number;
  other: number;
  /** Files of folders that end like none of the forms. */
  skipped: number;
}

export async function storeImport(
  paths: readonly string[],
  importing: Importing,
  app: App,
): Promise<ExitCode> {
  const { dryRun, partial = false } = importing;
  const { host, reporter } = app;
  const to = printing(importing, 'table', app);
  const source = (await areOfBank(paths, host.signal)) ? 'ecb' : importing.source;
  const run = startRun(app, { ...importing, source });

  return withOutput(to, app, async (output) => {
    // opening the stored days would bring in what killed processes have left
    const stored = dryRun ? undefined : await openStored(run);
    stored?.store.checkWritable();

    const result = await importFrom(paths, stored, run, partial);
    const isShown = to.format === 'table' && isTerminal(to.output, app);
    await writeRecords(recordsOf(result, isShown ? mostShown : undefined), to, output, app);
    const { imported, same, other, rejected, skipped } = result;
    const parts = [
      `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}`,
      `${grouped(same)} stored already`,
      `${grouped(other)} stored with other rates`,
      `${grouped(rejected.length)} refused`,
    ];
    reporter.note(parts.join(', '));
    if (skipped > 0) reporter.note(`skipped ${count(skipped, 'other file')}`);
    for (const hint of new Set(rejected.flatMap(({ hint }) => hint ?? []))) reporter.note(hint);
    return rejected.length + other > 0 ? exit.partial : exit.ok;
  });
}

/**
 * @param stored undefined if nothing is to be written or moved
 * @param partial also days with few codes
 */
async function importFrom(
  paths: readonly string[],
  stored: StoredDays | undefined,
  run: Run,
  partial: boolean,
): Promise<Imported> {
  const { host, reporter, source } = run;
  const { signal } = host;
  const now = host.now();
  const store = stored?.store ?? openStore(run);
  const before = new Set(await store.days());
  const richer = richerIn(store, new Map(), (day) => before.has(day));

  const unusable: UnusableRates[] = [];
  /** In a dry run, days that may be imported once more. */
  const wouldBeStored = new Map<Day, DayRates>();
  const result: Imported = { imported: [], differences: [], rejected: [], same: 0, other: 0, skipped: 0 };
  const reject = (rejected: Rejected) => {
    reporter.problem(rejected.message);
    result.rejected.push(rejected);
  };

  try {
    for await (const item of inTurn('importing', daysIn(paths, { ...source, now, signal }), run)) {
      if ('skipped' in item) {
        result.skipped++;
        continue;
      }
      const rates = item instanceof Rejected ? item : readDocument(item, source, now);
      if (rates instanceof Rejected) {
        reject(rates);
        continue;
      }
      const { day, dropped } = rates;
      let earlier = store.peek(day) ?? wouldBeStored.get(day);
      const why = earlier || partial ? undefined : richer(day, rates.rates.size);
      if (why) {
        reject(new Rejected(item.name, why, '--partial takes days with few codes'));
        continue;
      }

      if (dropped) unusable.push(rates);
      earlier ??= stored && (await storeUnlessStored(rates, stored, signal));
      if (earlier) {
        const differences = differencesOf(earlier, rates);
        result[differences.length > 0 ? 'other' : 'same']++;
        result.differences.push(...differences);
        continue;
      }
      result.imported.push(day);
      if (!stored) wouldBeStored.set(day, rates);
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
  const { day } = rates;
  if (!store.read(day)) {
    const lock = await locks.acquire([monthOf(day)], signal);
    try {
      if (!store.read(day)) {
        await store.storeRates(rates, undefined, 'later');
        return undefined;
      }
    } finally {
      await lock.release();
    }
  }
  return store.read(day);
}

interface Difference {
  readonly date: Day;
  readonly code: string;
  /** Undefined where the stored day lacks the code. */
  readonly held: number | undefined;
  /** Undefined where the imported day lacks it. */
  readonly options: number | undefined;
}

const columns: readonly Column[] = [
  { name: 'date', kind: 'date' },
  { name: 'code', kind: 'text' },
  { name: 'held', kind: 'number', optional: true },
  { name: 'given', kind: 'number', optional: true },
];

function differencesOf({ day: date, rates: stored }: DayRates, { rates: imported }: DayRates): Difference[] {
  return [...new Set([...stored.keys(), ...imported.keys()])]
    .sort()
    .map((code) => ({ date, code, held: stored.get(code), options: imported.get(code) }))
    .filter(({ held, options }) => held !== options);
}

/** On a screen; `-f csv` shows all. */
const mostShown = 10;

/** @param most differences to show */
function recordsOf({ imported, same, other, differences, rejected }: Imported, most?: number): Records {
  const json = {
    imported: imported.length,
    held: same + other,
    differing: differences.map(({ held = null, options = null, ...each }) => ({ ...each, held, options })),
    refused: rejected.map(({ name, reason }) => ({ name, reason })),
  };
  const rows = differences.map(({ date, code, held, options }) => [date, code, held, options]).slice(0, most);
  return { columns, rows, more: differences.length - rows.length, json };
}
