import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { NotTaken, readDocument } from '../../input/day-documents.ts';
import { sourceOfAll } from '../../input/forms.ts';
import { daysIn } from '../../input/paths.ts';
import type { Column, Layout, Records } from '../../output/records.ts';
import { tableOfRecords } from '../../output/table/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { reportDropped } from '../../report/coverage.ts';
import { openStored } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { inTurn } from '../../run/in-turn.ts';
import { printing, withOutput, writeRecords } from '../../run/output.ts';
import { type Run, startRun } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import { type Richer, richerIn, sparseWords } from '../../store/neighbours.ts';
import { count, grouped } from '../../words.ts';
import type { Importing } from './store.ts';

interface Imported {
  readonly imported: Day[];
  readonly differing: Difference[];
  readonly refused: NotTaken[];
  /** Days that are held already, with the same rates and with other ones. */
  same: number;
  other: number;
  /** Files of folders that end like none of the forms. */
  passedOver: number;
}

type Paths = readonly string[];

export async function storeImport(paths: Paths, importing: Importing, cli: Cli): Promise<ExitCode> {
  const { dryRun, partial } = importing;
  const to = printing(importing, 'table', cli);
  const source = (await sourceOfAll(paths, cli.host.signal)) ?? importing.source;
  const run = startRun(cli, { ...importing, source });

  return withOutput(to, cli, async (output) => {
    // opening the stored days would bring in what killed processes have left
    const stored = dryRun ? undefined : await openStored(run);
    stored?.store.checkWritable();

    const found = await importFrom({ paths, stored, partial, run });
    await writeRecords(recordsOf(found), to, output, cli);
    tell(found, importing, cli);
    return found.refused.length + found.other > 0 ? exit.partial : exit.ok;
  });
}

function tell(found: Imported, { dryRun }: Importing, { reporter }: Cli): void {
  const { imported, same, other, refused, passedOver } = found;
  const parts = [
    `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}`,
    `${grouped(same)} stored already`,
    `${grouped(other)} stored with other rates`,
    `${grouped(refused.length)} refused`,
  ];
  reporter.note(parts.join(', '));
  if (passedOver > 0) reporter.note(`${count(passedOver, 'other file')} passed over`);
  for (const hint of new Set(refused.flatMap(({ hint }) => hint ?? []))) reporter.note(hint);
}

function recordsOf({ imported, same, other, differing, refused }: Imported): Records<Difference> {
  const json = {
    imported: imported.length,
    held: same + other,
    differing: differing.map(({ held = null, given = null, ...each }) => ({ ...each, held, given })),
    refused: refused.map(({ name, reason }) => ({ name, reason })),
  };
  return {
    columns: differenceColumns,
    items: differing,
    table: (layout) => differenceTable(differing, layout),
    json,
  };
}

interface Import {
  readonly paths: Paths;
  /** Undefined if nothing is to be written or moved. */
  readonly stored: StoredDays | undefined;
  /** Also days with few codes. */
  readonly partial: boolean | undefined;
  readonly run: Run;
}

async function importFrom({ paths, stored, partial, run }: Import): Promise<Imported> {
  const { host, reporter, source } = run;
  const store = stored?.store ?? openStore(run);
  const before = new Set(await store.days());
  const richer = richerIn(store, new Map(), (day) => before.has(day));

  const unusable: Pick<DayRates, 'day' | 'dropped'>[] = [];
  /** In a dry run, days that may be given once more. */
  const given = new Map<Day, DayRates>();
  const found: Imported = { imported: [], differing: [], refused: [], same: 0, other: 0, passedOver: 0 };
  const reading = {
    pivot: source.pivot,
    now: host.now(),
    signal: host.signal,
    onPassedOver: () => found.passedOver++,
  };

  try {
    for await (const one of inTurn('importing', daysIn(paths, reading), run)) {
      const day = one instanceof NotTaken ? one : readDocument(one, source, host.now());
      const known = day instanceof NotTaken ? undefined : (store.peek(day.day) ?? given.get(day.day));
      const taken = known || partial ? day : unlessSparse(one.name, day, richer);
      if (taken instanceof NotTaken) {
        reporter.problem(taken.message);
        found.refused.push(taken);
        continue;
      }

      unusable.push({ day: taken.day, dropped: taken.dropped });
      const held = known ?? (stored && (await keepUnlessHeld(taken, stored, host.signal)));
      if (held) {
        const differing = differences(held, taken);
        found[differing.length > 0 ? 'other' : 'same']++;
        found.differing.push(...differing);
        continue;
      }
      found.imported.push(taken.day);
      if (!stored) given.set(taken.day, taken);
    }
  } finally {
    reportDropped(unusable, reporter);
    await stored?.store.flush(found.imported);
  }
  return found;
}

function unlessSparse(name: string, day: DayRates | NotTaken, richer: Richer): DayRates | NotTaken {
  if (day instanceof NotTaken) return day;
  const { size } = day.rates;
  const nearest = richer(day.day, size);
  if (!nearest) return day;
  return new NotTaken(name, sparseWords(size, nearest), '--partial takes days with few codes');
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

function differenceTable(differing: readonly Difference[], layout: Layout): string {
  const isOnScreen = Number.isFinite(layout.width);
  const items = isOnScreen ? differing.slice(0, mostShown) : differing;
  const more = differing.length - items.length;
  const rest = more > 0 ? `and ${grouped(more)} more; -f csv shows all\n` : '';
  return tableOfRecords({ columns: differenceColumns, items }, layout) + rest;
}
