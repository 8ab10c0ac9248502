import { join } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import { type DayRun, daysInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column, Layout } from '../../output/records.ts';
import type { Cli, RunTerms } from '../../run/host.ts';
import type { Listing } from '../../run/output.ts';
import { printing, printRecords } from '../../run/printing.ts';
import { startRun } from '../../run/run.ts';
import { allStores, openStore, storeFolder } from '../../run/stores.ts';
import { count } from '../../words.ts';
import { holesIn, type Stored, storedColumns, storedText } from './stored.ts';

export function storePath(terms: Pick<RunTerms, 'source'>, cli: Cli): ExitCode {
  const run = startRun(cli, terms);
  cli.host.stdout.write(`${join(storeFolder(run), run.source.folder)}\n`);
  return exit.ok;
}

/** For each service and kind of days; unreadable files are named, not counted. */
export async function storeInfo(asked: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(asked, 'table', cli);
  const run = startRun(cli, asked);
  const items: Stored[] = [];
  for (const { name, store, source } of await allStores(run)) {
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
