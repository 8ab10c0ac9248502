import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { alternativeNames, currencyNames, decimalsOf, matches, nameOf } from '../../rates/currencies.ts';
import { type Currency, currencyColumns } from '../../rates/currency.ts';
import { jsonText } from '../../rates/json.ts';
import type { VoiceOptions } from '../../report/reporter.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import { isTerminal, wantsAscii } from '../../run/terminal.ts';
import { openOutput, throughPager } from '../../run/writer.ts';
import { heldSpans } from '../../store/held-spans.ts';

type ListFormat = 'table' | 'csv' | 'json';

interface CurrenciesOptions extends VoiceOptions {
  readonly format?: ListFormat;
  readonly showAlternative?: true;
  readonly demo?: true;
  /** False under --no-pager. */
  readonly pager: boolean;
}

/** `ratebook currencies [word...]` */
export async function currencies(
  words: readonly string[],
  { format, ...given }: CurrenciesOptions,
  cli: Cli,
): Promise<ExitCode> {
  const run = startRun(given, {}, cli);
  const { host, reporter } = run;
  const alternative = given.showAlternative === true;
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
  const terminal = isTerminal(undefined, cli);
  const width = (terminal && host.stdout.columns) || 120;
  const shown = format ?? (terminal ? 'table' : 'csv');
  const out = await openOutput(undefined, cli);
  const sink = shown === 'table' && terminal && given.pager ? throughPager(out, cli) : out;
  await sink.write(await print(rows, shown, width, wantsAscii(host)));
  await sink.finish();
  return exit.ok;
}

/** @param width columns that a table may take */
async function print(
  rows: readonly Currency[],
  format: ListFormat,
  width: number,
  ascii: boolean,
): Promise<string> {
  if (format === 'csv') return csv(rows);
  if (format === 'table') {
    const { currencyTable } = await import('./currency-table.ts');
    return currencyTable(rows, width, ascii);
  }
  const members = rows.map((row) =>
    Object.fromEntries(currencyColumns.map((name) => [name, row[name] ?? null])),
  );
  return `${jsonText(members, true)}\n`;
}

/** No name needs quotes. */
function csv(rows: readonly Currency[]): string {
  const lines = rows.map((row) => currencyColumns.map((name) => row[name] ?? '').join(','));
  return [currencyColumns.join(','), ...lines].map((line) => `${line}\n`).join('');
}
