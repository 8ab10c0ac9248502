import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column, RecordsFormat } from '../../output/records/records.ts';
import type { Code } from '../../rates/code.ts';
import { alternativeNames, currencyNames, decimalsOf, matches, nameOf } from '../../rates/currencies.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import type { Output } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { openStore, startRun } from '../../run/run.ts';
import { heldSpans } from '../../store/held-spans.ts';

interface Listing {
  readonly alternative: boolean;
  readonly demo: boolean;
  readonly output: Output<RecordsFormat>;
}

interface Currency {
  readonly code: Code;
  /** Empty if only the service knows the currency. */
  readonly name: string;
  /** Undefined if it has no minor unit. */
  readonly decimals: number | undefined;
  /** First stored day. */
  readonly first?: Day;
  readonly last?: Day;
}

const columns: readonly Column<Currency>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'name', kind: 'text', of: ({ name }) => name, table: { narrow: 'cut' } },
  {
    name: 'decimals',
    kind: 'integer',
    optional: true,
    of: ({ decimals }) => decimals,
    table: { head: 'dec' },
  },
  { name: 'first', kind: 'date', optional: true, of: ({ first }) => first, table: { narrow: 'left out' } },
  { name: 'last', kind: 'date', optional: true, of: ({ last }) => last, table: { narrow: 'left out' } },
];

/** `ratebook currencies [word...]` */
export async function currencies(
  words: readonly string[],
  { alternative, demo, output }: Listing,
  cli: Cli,
): Promise<ExitCode> {
  const usual = isTerminal(output.path, cli) ? 'table' : 'csv';
  const to = printing(output, usual, cli);
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
  const spans = await heldSpans(found, days, read);
  const rows = found.map((code): Currency => {
    return { code, name: nameOf(code), decimals: decimalsOf(code), ...spans.get(code) };
  });
  if (rows.length === 0) {
    const message = `no currency matches ${JSON.stringify(words.join(' '))}`;
    const others = alternative ? [] : [...alternativeNames].filter((texts) => matches(words, ...texts));
    reporter.problem(others.length > 0 ? `${message} without --show-alternative` : message);
    return exit.partial;
  }
  await printRecords({ columns, items: rows }, to, cli);
  return exit.ok;
}
