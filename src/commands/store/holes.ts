import type { DayRun } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column, RecordsFormat } from '../../output/records.ts';
import type { Cli } from '../../run/host.ts';
import type { Output } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import { count } from '../../words.ts';
import { holesIn } from './stored.ts';

interface Listing {
  readonly alternative: boolean;
  readonly demo: boolean;
  readonly output: Output<RecordsFormat>;
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

/** `ratebook store holes` */
export async function storeHoles({ alternative, demo, output }: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli, { demo });
  const store = openStore(run, alternative);
  const days = await store.days();
  const holes = holesIn(days);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns, items: holes, headless: true }, to, cli);
  return exit.ok;
}
