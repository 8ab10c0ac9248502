import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { countDays } from '../calendar/day.ts';
import { type ExitCode, exit, failed } from '../errors.ts';
import { count } from '../fetch/plan.ts';
import { columns } from '../report/words.ts';
import type { Cli } from '../run/host.ts';
import { type Run, startRun } from '../run/run.ts';
import { serviceName, storedKinds } from '../store/places.ts';
import { Store } from '../store/store.ts';

/** `ratebook store path`: the folder of the configured service's days. */
export function storePath(cli: Cli): ExitCode {
  const { settings } = startRun({}, {}, cli);
  cli.host.stdout.write(`${join(settings.store.value, serviceName(settings.base_url.value))}\n`);
  return exit.ok;
}

/** `ratebook store info`: a line for each service and kind of days. */
export async function storeInfo(cli: Cli): Promise<ExitCode> {
  const run = startRun({}, {}, cli);
  const rows = [['days of', 'held', 'first', 'last', 'holes', 'size']];
  for (const { name, store } of await stores(run)) {
    const days = await store.days();
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) continue;
    const holes = countDays(first, last) - days.length;
    rows.push([name, `${days.length}`, first, last, `${holes}`, inWords(await store.size())]);
  }
  cli.host.stdout.write(rows.length > 1 ? columns(rows, [1, 2, 3, 4, 5]) : 'no days are held\n');
  return exit.ok;
}

/**
 * `ratebook store verify`: reads every held day.
 * @throws Failure where any is damaged
 */
export async function storeVerify(cli: Cli): Promise<ExitCode> {
  const run = startRun({}, {}, cli);
  let read = 0;
  let damaged = 0;
  for (const { store } of await stores(run)) {
    for (const day of await store.days()) {
      await letOthersRun();
      run.host.signal.throwIfAborted();
      read++;
      if (!store.read(day)) damaged++;
    }
  }
  if (damaged > 0)
    throw failed(
      `${damaged} of ${count(read, 'held day')} damaged`,
      'asked for again, they are fetched again',
    );
  cli.host.stdout.write(`${count(read, 'day')} read, none damaged\n`);
  return exit.ok;
}

/** Everything that lies in the store, whatever service it came from. */
async function stores({ settings, places, host, reporter }: Run): Promise<{ name: string; store: Store }[]> {
  const kinds = await storedKinds(settings.store.value, places.state);
  return kinds.map(({ name, places }) => ({
    name,
    store: new Store({
      places,
      now: host.now,
      onDamaged: (day, movedTo) =>
        reporter.problem(`${name}: the file of ${day} is damaged; it now lies at ${movedTo}`),
    }),
  }));
}

function inWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
