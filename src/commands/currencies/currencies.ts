import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/columns.ts';
import type { Code } from '../../rates/code.ts';
import { alternativeNames, currencyNames, decimalsOf, matches, nameOf } from '../../rates/currencies.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import type { Listing } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { openStore, startRun } from '../../run/run.ts';
import { heldSpans } from '../../store/held-spans.ts';

const columns: readonly Column<{ readonly code: Code; readonly first?: Day; readonly last?: Day }>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'name', kind: 'text', of: ({ code }) => nameOf(code), table: { narrow: 'cut' } },
  {
    name: 'decimals',
    kind: 'integer',
    optional: true,
    of: ({ code }) => decimalsOf(code),
    table: { head: 'dec' },
  },
  { name: 'first', kind: 'date', optional: true, of: ({ first }) => first, table: { narrow: 'left out' } },
  { name: 'last', kind: 'date', optional: true, of: ({ last }) => last, table: { narrow: 'left out' } },
];

export async function currencies(
  words: readonly string[],
  { alternative, demo, output }: Listing,
  cli: Cli,
): Promise<ExitCode> {
  const to = printing(output, isTerminal(output.path, cli) ? 'table' : 'csv', cli);
  const run = startRun(cli, { demo });
  const { host, reporter } = run;
  const store = openStore(run, alternative);
  const days = await store.days();
  const read = (day: Day) => {
    host.signal.throwIfAborted();
    return store.read(day)?.rates;
  };
  const newest = days.at(-1);
  const known = [...currencyNames.keys(), ...(alternative ? alternativeNames.keys() : [])];
  const codes = new Set([...known, ...((newest && read(newest)?.keys()) ?? [])]);
  const found = [...codes].sort().filter((code) => matches(words, code, nameOf(code)));
  if (found.length === 0) {
    const message = `no currency matches ${JSON.stringify(words.join(' '))}`;
    const others = alternative ? [] : [...alternativeNames].filter((texts) => matches(words, ...texts));
    reporter.problem(others.length > 0 ? `${message} without --show-alternative` : message);
    return exit.partial;
  }
  const spans = await heldSpans(found, days, read);
  await printRecords({ columns, items: found.map((code) => ({ code, ...spans.get(code) })) }, to, cli);
  return exit.ok;
}
