import { setImmediate as letOthersRun } from 'node:timers/promises';
import { monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { grouped } from '../../grouped.ts';
import { isRefused, type Refused } from '../../import/given.ts';
import { daysIn } from '../../import/paths.ts';
import { readGiven } from '../../import/read.ts';
import type { Records } from '../../output/records/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { jsonText } from '../../rates/json.ts';
import type { VoiceOptions } from '../../report/reporter.ts';
import { count } from '../../report/words.ts';
import type { Cli, Host } from '../../run/host.ts';
import { openHoldings } from '../../run/library.ts';
import { printing, type RecordsOptions, withPlace, writeRecords } from '../../run/records.ts';
import { type Run, startRun } from '../../run/run.ts';
import { type Difference, differenceColumns, differenceLine, differences } from './differences.ts';

interface ImportOptions extends VoiceOptions, RecordsOptions {
  readonly dryRun?: true;
  readonly showAlternative?: true;
}

interface Imported {
  readonly imported: number;
  /** Days that are held already, with the same rates or with others. */
  readonly same: number;
  readonly other: number;
  readonly differing: readonly Difference[];
  readonly refused: readonly Refused[];
}

/** `ratebook store import <path...>` */
export function storeImport(
  paths: readonly string[],
  { dryRun, ...given }: ImportOptions,
  cli: Cli,
): Promise<ExitCode> {
  const to = printing(given, 'table', cli);
  const run = startRun(given, {}, cli);
  return withPlace(to, cli, async (sink) => {
    const holdings = await openHoldings(run, { alternative: given.showAlternative === true });
    if (!dryRun) holdings.store.checkWritable([]);
    const found = await importFrom(paths, holdings, dryRun === true, run).finally(() =>
      holdings.store.flush(),
    );
    await writeRecords(recordsOf(found), to, sink, cli);
    const { imported, same, other, refused } = found;
    run.reporter.note(
      `${count(imported, 'day')} ${dryRun ? 'to import' : 'imported'}, ${grouped(same)} stored already, ${grouped(other)} stored with other rates, ${grouped(refused.length)} refused`,
    );
    return refused.length > 0 ? exit.partial : exit.ok;
  });
}

function recordsOf({ imported, same, other, differing, refused }: Imported): Records<Difference> {
  return {
    columns: differenceColumns,
    items: differing,
    table: () => differing.map(differenceLine).join(''),
    json: () =>
      `${jsonText(
        {
          imported,
          held: same + other,
          differing: differing.map((each) => ({
            ...each,
            held: each.held ?? null,
            given: each.given ?? null,
          })),
          refused: refused.map(({ name, refused }) => ({ name, reason: refused })),
        },
        true,
      )}\n`,
  };
}

async function importFrom(
  paths: readonly string[],
  holdings: Holdings,
  isDry: boolean,
  { host, reporter }: Run,
): Promise<Imported> {
  const counts = { imported: 0, same: 0, other: 0 };
  const differing: Difference[] = [];
  const refused: Refused[] = [];
  for await (const one of daysIn(paths)) {
    await letOthersRun();
    host.signal.throwIfAborted();
    const day = isRefused(one) ? one : readGiven(one, host.now());
    if (isRefused(day)) {
      reporter.problem(`${day.name} ${day.refused}`);
      refused.push(day);
      continue;
    }
    const held = isDry ? holdings.store.read(day.day) : await keepUnlessHeld(day, holdings, host);
    const found = held ? differences(held, day) : [];
    if (!held) counts.imported++;
    else counts[found.length > 0 ? 'other' : 'same']++;
    differing.push(...found);
  }
  return { ...counts, differing, refused };
}

/** The day that is held, which stays; undefined if this one is held now. */
function keepUnlessHeld(
  day: DayRates,
  { store, claims }: Holdings,
  { signal }: Host,
): Promise<DayRates | undefined> | DayRates {
  const held = store.read(day.day);
  if (held) return held;
  return claims.holding(monthOf(day.day), signal, async () => {
    const meanwhile = store.read(day.day);
    if (!meanwhile) await store.keep(day, undefined, 'later');
    return meanwhile;
  });
}
