import type { DayRun } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/records/records.ts';
import type { VoiceOptions } from '../../report/reporter.ts';
import { count } from '../../report/words.ts';
import type { Cli } from '../../run/host.ts';
import { printing, printRecords, type RecordsOptions } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import { holesIn } from './stored.ts';

interface HolesOptions extends VoiceOptions, RecordsOptions {
  readonly showAlternative?: true;
  readonly demo?: true;
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
export async function storeHoles(given: HolesOptions, cli: Cli): Promise<ExitCode> {
  const to = printing(given, 'table', cli);
  const run = startRun(given, {}, cli);
  const store = openStore(run, given.showAlternative === true);
  const days = await store.days();
  const holes = holesIn(days);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns, items: holes, headless: true }, to, cli);
  return exit.ok;
}
