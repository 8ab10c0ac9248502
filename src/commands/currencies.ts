import type { App } from '../app.ts';
import type { Day } from '../calendar/day.ts';
import { type Code, hundredthInWords, hundredthNamed, parseCode } from '../currencies/code.ts';
import { alternativeNames, currencyNames, decimalsOf, nameOf } from '../currencies/names.ts';
import { fixedInWords, fixedRateOf, replacedCodes } from '../currencies/replaced.ts';
import { findCodes, isFoundBy } from '../currencies/search.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { isTerminal } from '../output/output.ts';
import type { Columns } from '../output/records.ts';
import { pivotCode } from '../rates/day-rates.ts';
import { openStore } from '../run/days.ts';
import { type Listing, printing, printRecords } from '../run/output.ts';
import { type Run, runsOfAuto } from '../run/run.ts';
import { codeSpans } from '../store/neighbours.ts';
import { define, fromSource, output, place, reporting, run, what } from './options.ts';

export const currenciesCommand = define({
  name: 'currencies',
  description: 'Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.',
  examples: [
    ['ratebook currencies', 'all of them'],
    ['ratebook currencies franc', 'by part of a name'],
    ['ratebook currencies dollar canadian -f json', 'for a script'],
  ],
  options: [...fromSource, what.showAlternative, output.listFormat, ...place, run.demo, ...reporting],
  shape: (command) => command.argument('[word...]', 'a code, a name or a part of either; all must match'),
  run: (app, options, [words]) => currencies(words, options, app),
});

/** Of one source. */
interface Currency {
  readonly code: Code;
  readonly source: string;
  /** The first and the last stored day that have it. */
  readonly first?: Day;
  readonly last?: Day;
}

const columns: Columns = {
  code: 'text',
  name: { kind: 'text', narrow: 'cut', isName: true },
  decimals: { kind: 'integer', optional: true, head: 'dec' },
  stored_from: { kind: 'date', optional: true, head: 'stored from', narrow: 'left out' },
  stored_to: { kind: 'date', optional: true, head: 'stored to', narrow: 'left out' },
  source: { kind: 'text', narrow: 'left out' },
};

/** Those of the source; without a key and a source, those of every source that `auto` uses. */
export async function currencies(words: readonly string[], options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, isTerminal(options.output, app) ? 'table' : 'csv', app);
  const parts = words.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  const isSearch = parts.length > 0;
  const runs = runsOfAuto(app, options);
  const [run] = runs;
  if (run.agent) run.agent.run = run;

  const byCode = new Map<Code, Currency[]>();
  for (const each of runs)
    for (const currency of await currenciesOf(each))
      if (!byCode.get(currency.code)?.push(currency)) byCode.set(currency.code, [currency]);
  if (isSearch) for (const code of replacedCodes) if (!byCode.has(code)) byCode.set(code, []);

  const found = isSearch ? searched(parts, new Set(byCode.keys())) : [...byCode.keys()].sort();
  if (found.length === 0) throw nothingFound(words, parts, run);

  for (const part of parts) {
    const hundredth = hundredthNamed(part);
    if (hundredth) run.reporter.noteOnce(hundredthInWords(hundredth));
  }
  const fixed = isSearch ? found.filter(fixedRateOf) : [];
  for (const code of fixed) run.reporter.note(`fixed: ${fixedInWords(code)}`);

  const rows = found.map((code) => {
    const all = byCode.get(code) ?? [];
    const [first] = all.flatMap((currency) => currency.first ?? []).sort();
    const last = all.flatMap((currency) => currency.last ?? []).sort();
    const sources = all.map(({ source }) => source).join(' ');
    return [code, nameOf(code), decimalsOf(code), first, last.at(-1), sources];
  });
  await printRecords({ columns, rows }, to, run);
  return exit.ok;
}

/** All currencies of the source: its own list or that of the program, and those of its stored days. */
async function currenciesOf(run: Run): Promise<Currency[]> {
  const { alternative, source, sourceName, host } = run;
  const store = openStore(run);
  const days = store.days();
  const spans = await codeSpans(days, (day) => {
    host.signal.throwIfAborted();
    return store.read(day)?.rates;
  });

  // a source with codes that have ended has a list of its own; otherwise those of the newest day count
  const stored = [...spans.keys()].filter(
    (code) => source.currencies || spans.get(code)?.last === days.at(-1),
  );
  const codes = new Set([
    ...(source.currencies ? [pivotCode(source.pivot), ...source.currencies] : currencyNames.keys()),
    ...(alternative ? alternativeNames.keys() : []),
    ...stored,
  ]);
  const name = source.isMadeUp ? 'demo' : sourceName;
  return [...codes].map((code) => ({ code, source: name, ...spans.get(code) }));
}

/** The codes that are typed come first. */
function searched(parts: readonly string[], codes: ReadonlySet<Code>): readonly Code[] {
  const typed = new Set(parts.map(parseCode));
  const found = findCodes(parts, codes);
  return [...found.filter((code) => typed.has(code)), ...found.filter((code) => !typed.has(code))];
}

function nothingFound(words: readonly string[], parts: readonly string[], { alternative }: Run) {
  const isAlternative = [...alternativeNames.keys()].some((code) =>
    parts.every((part) => isFoundBy(part, code)),
  );
  const hint = isAlternative && !alternative ? ' without --show-alternative' : '';
  return new Failure('nothing_found', `no currency matches ${JSON.stringify(words.join(' '))}${hint}`);
}
