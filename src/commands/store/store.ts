import { dirname, join } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import { type DayRun, daysInWords } from '../../calendar/runs.ts';
import { storeOf } from '../../config/settings.ts';
import { type ExitCode, exit, failureIn } from '../../errors.ts';
import type { Column, Layout } from '../../output/records.ts';
import type { Cli, RunTerms } from '../../run/host.ts';
import type { Listing } from '../../run/output.ts';
import { printing, printRecords } from '../../run/printing.ts';
import { openStore, type Run, startRun } from '../../run/run.ts';
import { sourceNamed } from '../../run/sources.ts';
import type { Source } from '../../sources/source.ts';
import { sourceNames } from '../../sources/table.ts';
import { storedKinds } from '../../store/places.ts';
import { damagedWords, Store } from '../../store/store.ts';
import { count } from '../../words.ts';
import { holesIn, type Stored, storedColumns, storedText } from './stored.ts';

export function storePath(terms: Pick<RunTerms, 'source'>, cli: Cli): ExitCode {
  const { settings, source } = startRun(cli, terms);
  cli.host.stdout.write(`${join(storeOf(settings.store.value, cli.host), source.folder)}\n`);
  return exit.ok;
}

/** For each service and kind of days; unreadable files are named, not counted. */
export async function storeInfo(asked: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(asked, 'table', cli);
  const run = startRun(cli, asked);
  const items: Stored[] = [];
  for (const { name, store, source } of await stores(run)) {
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
    if (unreadable.length > 0) run.reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
    if (days.length > 0) items.push({ name, source, days, bytes });
  }
  const table = (layout: Layout) =>
    items.map((stored) => storedText(stored, layout)).join('\n') || 'no days are stored\n';
  await printRecords({ columns: storedColumns, items, table }, to, cli);
  return exit.ok;
}

/** All stores, not only that of the configured service. */
export async function stores(
  run: Run,
  onDamaged: (name: string, day: Day) => void = () => {},
): Promise<{ name: string; source: Source | undefined; store: Store }[]> {
  const { settings, places, host, reporter } = run;
  const store = storeOf(settings.store.value, host);
  const kinds = await storedKinds(store, places.state, host.signal).catch((error) => {
    throw failureIn(error).hinting('the store must be a folder: ratebook config get store');
  });
  const known = [run.source, ...sourceNames.map((name) => sourceNamed(name, run))];
  const sourceOf = (name: string) => known.find(({ folder }) => folder === dirname(name));
  return kinds.map(({ name, places }) => ({
    name,
    source: sourceOf(name),
    store: new Store({
      places,
      source: sourceOf(name),
      now: host.now,
      onDamaged: (file) => {
        reporter.problem(`${name}: the file of ${file.day} ${damagedWords(file)}`);
        onDamaged(name, file.day);
      },
      onStray: (message) => reporter.problem(message),
    }),
  }));
}

const columns: readonly Column<DayRun>[] = [
  { name: 'start', kind: 'date', of: ({ first }) => first },
  { name: 'end', kind: 'date', of: ({ last }) => last },
  {
    name: 'days',
    kind: 'integer',
    of: ({ length }) => length,
    table: { text: (run) => count(run.length, 'day') },
  },
];

export async function storeHoles(asked: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(asked, 'table', cli);
  const run = startRun(cli, asked);
  const store = openStore(run);
  const days = await store.days();
  const holes = holesIn(days, run.source);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns, items: holes, headless: true }, to, cli);
  return exit.ok;
}
