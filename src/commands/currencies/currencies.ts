import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/records.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import { alternativeNames, currencyNames, nameOf } from '../../rates/currencies.ts';
import { decimalsOf } from '../../rates/minor-units.ts';
import { codesSaid, namesFor } from '../../rates/said.ts';
import { matches } from '../../rates/search.ts';
import { hundredthCalled, hundredthIn, inWords } from '../../rates/units.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
import { heldCodes } from '../../run/known-codes.ts';
import type { Listing } from '../../run/output.ts';
import { printing, printRecords } from '../../run/printing.ts';
import { openStore, startRun } from '../../run/run.ts';
import { heldSpans } from '../../store/held-spans.ts';

const columns: readonly Column<{ readonly code: Code; readonly first?: Day; readonly last?: Day }>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'name', kind: 'text', of: ({ code }) => nameOf(code), table: { narrow: 'cut', isName: true } },
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

export async function currencies(words: readonly string[], asked: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(asked, isTerminal(asked.output, cli) ? 'table' : 'csv', cli);
  const run = startRun(cli, asked);
  const { host, reporter, alternative } = run;
  const store = openStore(run);
  const days = await store.days();
  const read = (day: Day) => {
    host.signal.throwIfAborted();
    return store.read(day)?.rates;
  };
  const { pivot, currencies: own } = run.source;
  const listed = own ? [pivot, ...own] : currencyNames.keys();
  const known = [...listed, ...(alternative ? alternativeNames.keys() : [])];
  const codes = new Set([...known, ...(await heldCodes({ store, source: run.source }))()]);
  const parts = words.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  const found = [...codes].sort().filter(finder(parts, codes));
  if (found.length === 0) {
    const message = `no currency matches ${JSON.stringify(words.join(' '))}`;
    const others = alternative ? [] : [...alternativeNames].filter((texts) => matches(words, texts));
    reporter.problem(others.length > 0 ? `${message} without --show-alternative` : message);
    return exit.partial;
  }
  const hundredths = parts.flatMap((word) => hundredthOf(word) ?? []);
  for (const hundredth of hundredths) reporter.noteOnce(inWords(hundredth));
  const spans = await heldSpans(found, days, read);
  await printRecords({ columns, items: found.map((code) => ({ code, ...spans.get(code) })) }, to, cli);
  return exit.ok;
}

const hundredthOf = (word: string) => hundredthIn(word) ?? hundredthCalled(word);

/** Of several words, each that is a code or stands for one brings its own; the others must all match. */
function finder(parts: readonly string[], codes: ReadonlySet<Code>): (code: Code) => boolean {
  const codesOf = (word: string) => {
    const hundredth = hundredthOf(word);
    if (hundredth) return [hundredth.code];
    const code = parseCode(word);
    return code && codes.has(code) ? [code] : codesSaid(word);
  };
  const named = new Set(parts.flatMap(codesOf));
  const others = parts.length > 1 ? parts.filter((word) => codesOf(word).length === 0) : parts;
  return (code) =>
    named.has(code) ||
    ((others.length > 0 || named.size === 0) && matches(others, [code, nameOf(code)], namesFor(code)));
}
