import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { daysIn, NotTaken, readDocument } from '../../import/read.ts';
import type { Column, Records } from '../../output/columns.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import { jsonText } from '../../rates/json.ts';
import { openHoldings } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import type { Listing } from '../../run/output.ts';
import { printing, withPlace, writeRecords } from '../../run/records.ts';
import { type Run, startRun } from '../../run/run.ts';
import { count, grouped } from '../../words.ts';

export function storeImport(
  paths: readonly string[],
  { dryRun, alternative, output }: Omit<Listing, 'demo'> & { readonly dryRun: boolean },
  cli: Cli,
): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli);
  return withPlace(to, cli, async (sink) => {
    const holdings = await openHoldings(run, { alternative });
    if (!dryRun) holdings.store.checkWritable();
    const found = await importFrom(paths, holdings, dryRun, run);
    await writeRecords(recordsOf(found), to, sink, cli);
    const { imported, same, other, refused } = found;
    run.reporter.note(
      `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}, ${grouped(same)} stored already, ${grouped(other)} stored with other rates, ${grouped(refused.length)} refused`,
    );
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
      `${jsonText(
        {
          imported: imported.length,
          held: same + other,
          differing: differing.map(({ held = null, given = null, ...each }) => ({ ...each, held, given })),
          refused: refused.map(({ name, reason }) => ({ name, reason })),
        },
        true,
      )}\n`,
  };
}

async function importFrom(
  paths: readonly string[],
  holdings: Holdings,
  isDry: boolean,
  { host, reporter, source }: Run,
) {
  const imported: Day[] = [];
  const counts = { same: 0, other: 0 };
  const differing: Difference[] = [];
  const refused: NotTaken[] = [];
  try {
    for await (const one of daysIn(paths)) {
      await letOthersRun();
      host.signal.throwIfAborted();
      const day = one instanceof NotTaken ? one : readDocument(one, source.pivot, host.now());
      if (day instanceof NotTaken) {
        reporter.problem(day.message);
        refused.push(day);
        continue;
      }
      const held = isDry ? holdings.store.read(day.day) : await keepUnlessHeld(day, holdings, host.signal);
      const found = held ? differences(held, day) : [];
      if (!held) imported.push(day.day);
      else counts[found.length > 0 ? 'other' : 'same']++;
      differing.push(...found);
    }
  } finally {
    await holdings.store.flush(isDry ? [] : imported);
  }
  return { imported, ...counts, differing, refused };
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
