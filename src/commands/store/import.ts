import { setImmediate as letOthersRun } from 'node:timers/promises';
import { monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { grouped } from '../../grouped.ts';
import { daysIn } from '../../import/paths.ts';
import { NotTaken, readDocument } from '../../import/read.ts';
import { stdoutSink } from '../../output/sink.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { count } from '../../report/words.ts';
import type { Cli } from '../../run/host.ts';
import { openHoldings } from '../../run/library.ts';
import { startRun } from '../../run/run.ts';
import type { ImportOptions } from './definition.ts';
import { differences } from './differences.ts';

/** `ratebook store import <path...>` */
export async function storeImport(
  paths: readonly string[],
  { dryRun, ...given }: ImportOptions,
  cli: Cli,
): Promise<ExitCode> {
  const run = startRun(cli);
  const { host, reporter } = run;
  const holdings = await openHoldings(run, { alternative: given.showAlternative === true });
  if (!dryRun) holdings.store.checkWritable([]);
  const out = stdoutSink(host.stdout, host.signal);
  const counts = { imported: 0, same: 0, differ: 0, refused: 0 };
  try {
    for await (const one of daysIn(paths)) {
      await letOthersRun();
      host.signal.throwIfAborted();
      const day = one instanceof NotTaken ? one : readDocument(one, run.source.pivot, host.now());
      if (day instanceof NotTaken) {
        reporter.problem(day.message);
        counts.refused++;
        continue;
      }
      const held = dryRun ? holdings.store.read(day.day) : await keepUnlessHeld(day, holdings, host.signal);
      const lines = held ? [...differences(held, day)] : [];
      if (!held) counts.imported++;
      else counts[lines.length > 0 ? 'differ' : 'same']++;
      if (lines.length > 0) await out.write(lines.map((line) => `${line}\n`).join(''));
    }
  } finally {
    await holdings.store.flush();
  }
  const { imported, same, differ, refused } = counts;
  reporter.note(
    `${count(imported, 'day')} ${dryRun ? 'to import' : 'imported'}, ${grouped(same)} stored already, ${grouped(differ)} stored with other rates, ${grouped(refused)} refused`,
  );
  return refused > 0 ? exit.partial : exit.ok;
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
