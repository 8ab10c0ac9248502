import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure, failed } from '../../errors.ts';
import { grouped } from '../../grouped.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { tellDropped } from '../../report/dropped.ts';
import { count } from '../../report/words.ts';
import type { Cli } from '../../run/host.ts';
import { type Run, startRun } from '../../run/run.ts';
import { wantsAscii } from '../../run/terminal.ts';
import { serviceName, storedKinds } from '../../store/places.ts';
import { Store } from '../../store/store.ts';
import { isHeld, storedText } from './stored.ts';

export function storePath(cli: Cli): ExitCode {
  const { settings } = startRun({}, {}, cli);
  cli.host.stdout.write(`${join(settings.store.value, serviceName(settings.base_url.value))}\n`);
  return exit.ok;
}

/** For each service and kind of days; unreadable files are named, not counted. */
export async function storeInfo(cli: Cli): Promise<ExitCode> {
  const run = startRun({}, {}, cli);
  const texts: string[] = [];
  for (const { name, store } of await stores(run)) {
    const { days, bytes, unreadable } = await measure(store);
    if (unreadable.length > 0) run.reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
    if (isHeld(days)) texts.push(storedText({ name, days, bytes }, wantsAscii(cli.host)));
  }
  cli.host.stdout.write(texts.join('\n') || 'no days are stored\n');
  return exit.ok;
}

async function measure(store: Store) {
  const days: Day[] = [];
  const unreadable: Day[] = [];
  let bytes = 0;
  for (const day of await store.days()) {
    const size = store.sizeOf(day);
    if (size === 'unreadable') unreadable.push(day);
    else if (size !== undefined) {
      days.push(day);
      bytes += size;
    }
  }
  return { days, bytes, unreadable };
}

/** @throws Failure if any day is damaged or unreadable */
export async function storeVerify(cli: Cli): Promise<ExitCode> {
  const run = startRun({}, {}, cli);
  let whole = 0;
  let damaged = 0;
  let unreadable = 0;
  const found = await stores(run, () => damaged++);
  for (const { name, store } of found) {
    const incomplete: DayRates[] = [];
    for (const day of await store.days()) {
      await letOthersRun();
      run.host.signal.throwIfAborted();
      try {
        const held = store.read(day);
        if (!held) continue;
        whole++;
        if (held.dropped) incomplete.push({ ...held, rates: new Map() });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        run.reporter.problem(error.message);
        unreadable++;
      }
    }
    tellIncomplete(name, incomplete, cli.reporter);
  }
  const bad = damaged + unreadable;
  const what = unreadable > 0 ? 'damaged or unreadable' : 'damaged';
  if (bad > 0)
    throw failed(
      `${grouped(bad)} of ${count(whole + bad, 'stored day')} ${what}`,
      ...(damaged > 0 ? ['ask for a damaged day, and it is fetched again'] : []),
    );
  cli.host.stdout.write(`${count(whole, 'day')} read, none damaged\n`);
  return exit.ok;
}

/** A rate that the service did not send is not damage. */
function tellIncomplete(name: string, days: readonly DayRates[], reporter: Cli['reporter']): void {
  tellDropped(days, { problem: (line) => reporter.note(`${name}: ${line}; --refresh tries again`) });
}

/** All stores, not only that of the configured service. */
async function stores(
  { settings, places, host, reporter }: Run,
  onDamaged = () => {},
): Promise<{ name: string; store: Store }[]> {
  const kinds = await storedKinds(settings.store.value, places.state, host.signal).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    throw error.hinting('the store must be a folder: ratebook config get store');
  });
  return kinds.map(({ name, places }) => ({
    name,
    store: new Store({
      places,
      now: host.now,
      onDamaged: (day, movedTo) => {
        reporter.problem(`${name}: the file of ${day} is damaged and was moved to ${movedTo}`);
        onDamaged();
      },
    }),
  }));
}
