import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Layout } from '../../output/records.ts';
import type { Reporter } from '../../report/reporter.ts';
import type { Cli } from '../../run/host.ts';
import { type Listing, printing, printRecords } from '../../run/printing.ts';
import { startRun } from '../../run/run.ts';
import { allStores, type NamedStore } from '../../run/stores.ts';
import { type Stored, storedColumns } from './stored.ts';
import { storedText } from './stored-text.ts';

/** For each service and kind of days. */
export async function storeInfo(given: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(given, 'table', cli);
  const run = startRun(cli, given);
  const items: Stored[] = [];
  for (const one of await allStores(run)) {
    const stored = await storedIn(one, run.reporter);
    if (stored.days.length > 0) items.push(stored);
  }

  const table = (layout: Layout) =>
    items.map((stored) => storedText(stored, layout)).join('\n') || 'no days are stored\n';
  await printRecords({ columns: storedColumns, items, table }, to, run);
  return exit.ok;
}

/** Unreadable files are named, not counted. */
async function storedIn({ name, store, source }: NamedStore, reporter: Reporter): Promise<Stored> {
  const days: Day[] = [];
  const unreadable: Day[] = [];
  let bytes = 0;
  for (const day of await store.days()) {
    const size = store.sizeOf(day);
    if (size === undefined) continue;
    if (size === 'unreadable') {
      unreadable.push(day);
      continue;
    }
    days.push(day);
    bytes += size;
  }

  if (unreadable.length > 0) reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
  return { name, source, days, bytes };
}
