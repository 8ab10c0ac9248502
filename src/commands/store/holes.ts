import type { DayRun } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/records.ts';
import { startNamedRun } from '../../run/auto.ts';
import type { Cli } from '../../run/host.ts';
import { type Listing, printing, printRecords } from '../../run/printing.ts';
import { openStore } from '../../run/stores.ts';
import { count } from '../../words.ts';
import { holesIn } from './stored.ts';

const columns: readonly Column<DayRun>[] = [
  { name: 'start', kind: 'date', of: ({ first }) => first },
  { name: 'end', kind: 'date', of: ({ last }) => last },
  {
    name: 'days',
    kind: 'integer',
    of: ({ length }) => length,
    table: { text: ({ length }) => count(length, 'day') },
  },
];

export async function storeHoles(given: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(given, 'table', cli);
  const run = await startNamedRun(cli, given);
  const days = await openStore(run).days();

  const holes = holesIn(days, run.source);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns, items: holes, headless: true }, to, run);
  return exit.ok;
}
