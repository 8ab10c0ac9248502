import type { App } from '../../app.ts';
import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { NotTaken, readDocument } from '../../input/day-documents.ts';
import { sourceOfAll } from '../../input/forms.ts';
import { daysIn } from '../../input/paths.ts';
import type { Column, Layout, Records } from '../../output/records.ts';
import { tableOfRecords } from '../../output/table/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { reportDropped, type UnusableRates } from '../../report/coverage.ts';
import { openStored } from '../../run/days.ts';
import { inTurn } from '../../run/in-turn.ts';
import { printing, withOutput, writeRecords } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import { richerIn, sparseWords } from '../../store/neighbours.ts';
import { count, grouped } from '../../words.ts';
import type { Importing } from './store.ts';

interface Imported {
  readonly imported: Day[];
  readonly differing: Difference[];
  readonly refused: NotTaken[];
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
  const { dryRun, partial } = importing;
  const { host, reporter } = app;
  const to = printing(importing, 'table', app);
  const source = (await sourceOfAll(paths, host.signal)) ?? importing.source;
  const run = startRun(app, { ...importing, source });

  return withOutput(to, app, async (output) => {
    // opening the stored days would bring in what killed processes have left
    const stored = dryRun ? undefined : await openStored(run);
    stored?.store.checkWritable();

    const found = await importFrom(paths, stored, run, partial);
    await writeRecords(recordsOf(found), to, output, app);
    const { imported, same, other, refused, skipped } = found;
    const parts = [
      `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}`,
      `${grouped(same)} stored already`,
      `${grouped(other)} stored with other rates`,
      `${grouped(refused.length)} refused`,
    ];
    reporter.note(parts.join(', '));
    if (skipped > 0) reporter.note(`skipped ${count(skipped, 'other file')}`);
    for (const hint of new Set(refused.flatMap(({ hint }) => hint ?? []))) reporter.note(hint);
    return refused.length + other > 0 ? exit.partial : exit.ok;
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
  partial = false,
): Promise<Imported> {
  const { host, reporter, source } = run;
  const { pivot } = source;
  const { signal } = host;
  const now = host.now();
  const store = stored?.store ?? openStore(run);
  const before = new Set(await store.days());
  const richer = richerIn(store, new Map(), (day) => before.has(day));

  const unusable: UnusableRates[] = [];
  /** In a dry run, days that may be given once more. */
  const given = new Map<Day, DayRates>();
  const found: Imported = { imported: [], differing: [], refused: [], same: 0, other: 0, skipped: 0 };
  const documents = daysIn(paths, { pivot, now, signal, onPassedOver: () => found.skipped++ });

  try {
    for await (const document of inTurn('importing', documents, run)) {
      let day = document instanceof NotTaken ? document : readDocument(document, source, now);
      const known = day instanceof NotTaken ? undefined : (store.peek(day.day) ?? given.get(day.day));
      if (!(day instanceof NotTaken) && !known && !partial) {
        const { size } = day.rates;
        const nearest = richer(day.day, size);
        const hint = '--partial takes days with few codes';
        if (nearest) day = new NotTaken(document.name, sparseWords(size, nearest), hint);
      }
      if (day instanceof NotTaken) {
        reporter.problem(day.message);
        found.refused.push(day);
        continue;
      }

      if (day.dropped) unusable.push({ day: day.day, dropped: day.dropped });
      const there = known ?? (stored && (await keepUnlessHeld(day, stored, signal)));
      if (there) {
        const differing = differences(there, day);
        found[differing.length > 0 ? 'other' : 'same']++;
        found.differing.push(...differing);
        continue;
      }
      found.imported.push(day.day);
      if (!stored) given.set(day.day, day);
    }
  } finally {
    reportDropped(unusable, reporter);
    await stored?.store.flush(found.imported);
  }
  return found;
}

/** The day that is held, which stays; undefined if this one is held now. */
export async function keepUnlessHeld(
  day: DayRates,
  { store, locks }: StoredDays,
  signal: AbortSignal,
): Promise<DayRates | undefined> {
  const before = store.read(day.day);
  if (before) return before;

  const lock = await locks.acquire([monthOf(day.day)], signal);
  try {
    const meanwhile = store.read(day.day);
    if (!meanwhile) await store.keep(day, undefined, 'later');
    return meanwhile;
  } finally {
    await lock.release();
  }
}

interface Difference {
  readonly date: Day;
  readonly code: string;
  /** Undefined where the held day lacks the code. */
  readonly held: number | undefined;
  /** Undefined where the given day lacks it. */
  readonly given: number | undefined;
}

const differenceColumns: readonly Column<Difference>[] = [
  { name: 'date', kind: 'date', of: ({ date }) => date },
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'held', kind: 'number', optional: true, of: ({ held }) => held },
  { name: 'given', kind: 'number', optional: true, of: ({ given }) => given },
];

function differences(held: DayRates, given: DayRates): Difference[] {
  const date = held.day;
  const codes = [...new Set([...held.rates.keys(), ...given.rates.keys()])].sort();
  return codes
    .map((code) => ({ date, code, held: held.rates.get(code), given: given.rates.get(code) }))
    .filter((each) => each.held !== each.given);
}

/** On a screen; `-f csv` shows all. */
const mostShown = 10;

function recordsOf({ imported, same, other, differing, refused }: Imported): Records<Difference> {
  const json = {
    imported: imported.length,
    held: same + other,
    differing: differing.map(({ held = null, given = null, ...each }) => ({ ...each, held, given })),
    refused: refused.map(({ name, reason }) => ({ name, reason })),
  };
  const columns = differenceColumns;
  const table = (layout: Layout) => {
    const items = Number.isFinite(layout.width) ? differing.slice(0, mostShown) : differing;
    const more = differing.length - items.length;
    const rest = more > 0 ? `and ${grouped(more)} more; -f csv shows all\n` : '';
    return tableOfRecords({ columns, items }, layout) + rest;
  };
  return { columns, items: differing, table, json };
}
