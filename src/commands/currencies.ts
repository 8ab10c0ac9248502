import { type App, isTerminal } from '../app.ts';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { alternativeNames, currencyNames, decimalsOf, nameOf } from '../currencies/names.ts';
import { fixedInWords, fixedRateOf, replacedCodes } from '../currencies/replaced.ts';
import { findCodes, isFoundBy } from '../currencies/search.ts';
import { hundredthCalled, hundredthIn, hundredthInWords } from '../currencies/units.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Column } from '../output/records.ts';
import { pivotOf } from '../rates/day-rates.ts';
import { type Listing, printing, printRecords } from '../run/output.ts';
import { resolveAuto, startRun } from '../run/run.ts';
import { openStore } from '../run/stores.ts';
import { codeSpans } from '../store/code-spans.ts';
import { define, output, place, run, voice, what } from './options.ts';

export const currenciesCommand = define({
  name: 'currencies',
  description: 'Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.',
  examples: [
    ['ratebook currencies', 'all of them'],
    ['ratebook currencies franc', 'by part of a name'],
    ['ratebook currencies dollar canadian -f json', 'for a script'],
  ],
  options: [what.source, what.showAlternative, output.listFormat, ...place, run.demo, ...voice],
  shape: (command) => command.argument('[word...]', 'a code, a name or a part of either; all must match'),
  run: (app, given, [words]) => currencies(words, given, app),
});

interface Currency {
  readonly code: Code;
  /** Of the stored days that have it. */
  readonly first?: Day;
  readonly last?: Day;
}

const columns: readonly Column<Currency>[] = [
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

export async function currencies(words: readonly string[], options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, isTerminal(options.output, app) ? 'table' : 'csv', app);
  const parts = words.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  const isSearch = parts.length > 0;
  const meant = isSearch ? findCodes(parts, new Set(currencyNames.keys())) : [];
  const run = await resolveAuto(startRun(app, options), options, async (isHad) => meant.filter(isHad));
  const { alternative, host, reporter, source } = run;
  const store = openStore(run);
  if (run.agent) run.agent.run = run;
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
    ...(source.currencies ? [pivotOf(source.pivot), ...source.currencies] : currencyNames.keys()),
    ...(alternative ? alternativeNames.keys() : []),
    ...stored,
    // where some are looked for
    ...(isSearch ? replacedCodes : []),
  ]);
  const found = isSearch ? findCodes(parts, codes) : [...codes].sort();
  if (found.length === 0) {
    const isAlternative = [...alternativeNames.keys()].some((code) =>
      parts.every((part) => isFoundBy(part, code)),
    );
    const hint = isAlternative && !alternative ? ' without --show-alternative' : '';
    throw new Failure('nothing_found', `no currency matches ${JSON.stringify(words.join(' '))}${hint}`);
  }

  if (run.preface) reporter.note(run.preface);
  for (const part of parts) {
    const hundredth = hundredthIn(part) ?? hundredthCalled(part);
    if (hundredth) reporter.noteOnce(hundredthInWords(hundredth));
  }
  const fixed = isSearch ? found.filter(fixedRateOf) : [];
  for (const code of fixed) reporter.note(`fixed: ${fixedInWords(code)}`);

  await printRecords({ columns, items: found.map((code) => ({ code, ...spans.get(code) })) }, to, run);
  return exit.ok;
}
