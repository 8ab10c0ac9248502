import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { sourceOfAll } from '../../import/forms.ts';
import { NotTaken } from '../../import/given.ts';
import { daysIn } from '../../import/paths.ts';
import { readDocument } from '../../import/read.ts';
import type { Column, Records } from '../../output/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import { prettyJson } from '../../rates/json-text.ts';
import { openHoldings } from '../../run/holdings.ts';
import type { Cli } from '../../run/host.ts';
import { inTurn } from '../../run/in-turn.ts';
import { printing, withPlace, writeRecords } from '../../run/printing.ts';
import { type Run, startRun } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import { type Richer, richerIn, sparseWords } from '../../store/neighbours.ts';
import { count, grouped } from '../../words.ts';
import type { Importing } from './options.ts';

export async function storeImport(paths: readonly string[], importing: Importing, cli: Cli): Promise<ExitCode> {
  const { dryRun } = importing;
  const to = printing(importing, 'table', cli);
  const source = (await sourceOfAll(paths, cli.host.signal)) ?? importing.source;
  const run = startRun(cli, { ...importing, source });
  return withPlace(to, cli, async (sink) => {
    // opening holdings would bring in what killed processes have left
    const holdings = dryRun ? undefined : await openHoldings(run);
    holdings?.store.checkWritable();
    const found = await importFrom(paths, holdings, importing, run);
    await writeRecords(recordsOf(found), to, sink, cli);
    const { imported, same, other, refused, passedOver } = found;
    run.reporter.note(
      `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}, ${grouped(same)} stored already, ${grouped(other)} stored with other rates, ${grouped(refused.length)} refused`,
    );
    if (passedOver > 0) run.reporter.note(`${count(passedOver, 'other file')} passed over`);
    for (const hint of new Set(refused.flatMap(({ hint }) => hint ?? []))) run.reporter.note(hint);
    return refused.length > 0 ? exit.partial : exit.ok;
  });
}

type Imported = Awaited<ReturnType<typeof importFrom>>;

function recordsOf({ imported, same, other, differing, refused }: Imported): Records<Difference> {
  return {
    columns: differenceColumns,
    items: differing,
    table: () => differing.map(differenceLine).join(''),
    json: () =>
      `${prettyJson({
        imported: imported.length,
        held: same + other,
        differing: differing.map(({ held = null, given = null, ...each }) => ({ ...each, held, given })),
        refused: refused.map(({ name, reason }) => ({ name, reason })),
      })}\n`,
  };
}

/** @param holdings undefined: nothing is to be written or moved */
async function importFrom(paths: readonly string[], holdings: Holdings | undefined, { partial }: Importing, run: Run) {
  const { host, reporter, source } = run;
  const store = holdings?.store ?? openStore(run);
  const before = new Set(await store.days());
  const richer = richerIn(store, new Map(), (day) => before.has(day));
  const imported: Day[] = [];
  const counts = { same: 0, other: 0, passedOver: 0 };
  const differing: Difference[] = [];
  const refused: NotTaken[] = [];
  const reading = {
    pivot: source.pivot,
    now: host.now(),
    signal: host.signal,
    onPassedOver: () => counts.passedOver++,
  };
  try {
    for await (const one of inTurn('importing', daysIn(paths, reading), { host, reporter })) {
      const day = one instanceof NotTaken ? one : readDocument(one, source, host.now());
      const known = day instanceof NotTaken ? undefined : store.peek(day.day);
      const taken = known || partial ? day : unlessSparse(one.name, day, richer);
      if (taken instanceof NotTaken) {
        reporter.problem(taken.message);
        refused.push(taken);
        continue;
      }
      const held = known ?? (holdings && (await keepUnlessHeld(taken, holdings, host.signal)));
      // the same day may be given once more
      if (!held && !holdings) store.lend(taken);
      const found = held ? differences(held, taken) : [];
      if (!held) imported.push(taken.day);
      else counts[found.length > 0 ? 'other' : 'same']++;
      differing.push(...found);
    }
  } finally {
    await holdings?.store.flush(imported);
  }
  return { imported, ...counts, differing, refused };
}

function unlessSparse(name: string, day: DayRates | NotTaken, richer: Richer): DayRates | NotTaken {
  if (day instanceof NotTaken) return day;
  const { size } = day.rates;
  const nearest = richer(day.day, size);
  return nearest ? new NotTaken(name, sparseWords(size, nearest), '--partial takes days with few codes') : day;
}

/** The day that is held, which stays; undefined if this one is held now. */
export function keepUnlessHeld(
  day: DayRates,
  { store, claims }: Holdings,
  signal: AbortSignal,
): Promise<DayRates | undefined> | DayRates {
  const held = store.read(day.day);
  if (held) return held;
  return claims.holding(monthOf(day.day), signal, async () => {
    const meanwhile = store.read(day.day);
    if (!meanwhile) await store.keep(day, undefined, 'later');
    return meanwhile;
  });
}

/** Undefined where the held day, or the given one, lacks the code. */
interface Difference {
  readonly date: Day;
  readonly code: string;
  readonly held: number | undefined;
  readonly given: number | undefined;
}

const differenceColumns: readonly Column<Difference>[] = [
  { name: 'date', kind: 'date', of: ({ date }) => date },
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'held', kind: 'number', optional: true, of: ({ held }) => held },
  { name: 'given', kind: 'number', optional: true, of: ({ given }) => given },
];

function differences(held: DayRates, given: DayRates): Difference[] {
  const codes = [...new Set([...held.rates.keys(), ...given.rates.keys()])].sort();
  return codes
    .map((code) => ({ date: held.day, code, held: held.rates.get(code), given: given.rates.get(code) }))
    .filter((each) => each.held !== each.given);
}

function differenceLine({ date, code, held, given }: Difference): string {
  const rates = [held, given].map((rate) => (rate === undefined ? '-' : plain(rate)));
  return `${[date, code, ...rates].join(' ')}\n`;
}
