import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, monthOf } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import { grouped } from '../../grouped.ts';
import { isRefused } from '../../import/given.ts';
import { daysIn } from '../../import/paths.ts';
import { readGiven } from '../../import/read.ts';
import { stdoutSink } from '../../output/sink.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { VoiceOptions } from '../../report/reporter.ts';
import { count } from '../../report/words.ts';
import type { Cli, Host } from '../../run/host.ts';
import { openHoldings } from '../../run/library.ts';
import { startRun } from '../../run/run.ts';
import { differences } from './differences.ts';

interface ImportOptions extends VoiceOptions {
  readonly dryRun?: true;
  readonly showAlternative?: true;
}

/** `ratebook store import <path...>` */
export async function storeImport(
  paths: readonly string[],
  { dryRun, ...given }: ImportOptions,
  cli: Cli,
): Promise<ExitCode> {
  const run = startRun(given, {}, cli);
  const { host, reporter } = run;
  const holdings = await openHoldings(run, { alternative: given.showAlternative === true });
  if (!dryRun) holdings.store.checkWritable();
  const out = stdoutSink(host.stdout, host.signal);
  const imported: Day[] = [];
  const counts = { same: 0, differ: 0, refused: 0 };
  try {
    for await (const one of daysIn(paths)) {
      await letOthersRun();
      host.signal.throwIfAborted();
      const day = isRefused(one) ? one : readGiven(one, host.now());
      if (isRefused(day)) {
        reporter.problem(`${day.name} ${day.refused}`);
        counts.refused++;
        continue;
      }
      const held = dryRun ? holdings.store.read(day.day) : await keepUnlessHeld(day, holdings, host);
      const lines = held ? [...differences(held, day)] : [];
      if (!held) imported.push(day.day);
      else counts[lines.length > 0 ? 'differ' : 'same']++;
      if (lines.length > 0) await out.write(lines.map((line) => `${line}\n`).join(''));
    }
  } finally {
    await holdings.store.flush(dryRun ? [] : imported);
  }
  const { same, differ, refused } = counts;
  reporter.note(
    `${count(imported.length, 'day')} ${dryRun ? 'to import' : 'imported'}, ${grouped(same)} stored already, ${grouped(differ)} stored with other rates, ${grouped(refused)} refused`,
  );
  return refused > 0 ? exit.partial : exit.ok;
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
