import { type App, isTerminal } from '../app.ts';
import type { Day } from '../calendar/day.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { decimalsOf } from '../currencies/minor-units.ts';
import { alternativeNames, currencyNames, nameOf } from '../currencies/names.ts';
import { codesNamed, codesSaid, matches, namesFor } from '../currencies/nicknames.ts';
import { fixedInWords, fixedRateOf, replacedCodes } from '../currencies/replaced.ts';
import { hundredthCalled, hundredthIn, hundredthInWords } from '../currencies/units.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Column } from '../output/records.ts';
import { pivotOf } from '../rates/day-rates.ts';
import { type Listing, printing, printRecords } from '../run/output.ts';
import { type Run, resolveAuto, startRun } from '../run/run.ts';
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

export async function currencies(words: readonly string[], given: Listing, app: App): Promise<ExitCode> {
  const to = printing(given, isTerminal(given.output, app) ? 'table' : 'csv', app);
  const parts = words.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  const asked = parts.length > 0 ? foundIn(new Set(currencyNames.keys()), parts) : [];
  const run = await resolveAuto(startRun(app, given), given, async (isHad) => asked.filter(isHad));
  const { host, reporter } = run;
  const store = (await run.shared?.stored(run))?.store ?? openStore(run);
  const days = await store.days();

  const read = (day: Day) => {
    host.signal.throwIfAborted();
    return store.read(day)?.rates;
  };

  const spans = await codeSpans(days, read);
  // a source with codes that have ended has a list of its own
  const newest = run.source.currencies ? undefined : days.at(-1);
  const stored = [...spans.keys()].filter((code) => !newest || spans.get(code)?.last === newest);
  const codes = codesOf(run, stored, parts);
  const found = foundIn(codes, parts);
  if (found.length === 0) throw new Failure('nothing_found', noneFound(words, run));

  if (run.preface) reporter.note(run.preface);
  const hundredths = parts.flatMap((word) => hundredthOf(word) ?? []);
  for (const hundredth of hundredths) reporter.noteOnce(hundredthInWords(hundredth));
  const fixed = parts.length > 0 ? found.filter(fixedRateOf) : [];
  for (const code of fixed) reporter.note(`fixed: ${fixedInWords(code)}`);

  await printRecords({ columns, items: found.map((code) => ({ code, ...spans.get(code) })) }, to, run);
  return exit.ok;
}

/**
 * Those of the source, and of all stored days; where some are looked for, those that have fixed rates, too.
 */
function codesOf(
  { source, alternative }: Run,
  held: Iterable<Code>,
  parts: readonly string[],
): ReadonlySet<Code> {
  const own = source.currencies ? [pivotOf(source.pivot), ...source.currencies] : currencyNames.keys();
  const others = alternative ? alternativeNames.keys() : [];
  const fixed = parts.length > 0 ? replacedCodes : [];
  return new Set([...own, ...others, ...held, ...fixed]);
}

function noneFound(words: readonly string[], { alternative }: Run): string {
  const message = `no currency matches ${JSON.stringify(words.join(' '))}`;
  const others = alternative ? [] : [...alternativeNames].filter((texts) => matches(words, texts));
  return others.length > 0 ? `${message} without --show-alternative` : message;
}

const hundredthOf = (word: string) => hundredthIn(word) ?? hundredthCalled(word);

/** `franc` begins France, too: that counts where nothing else is found. */
function foundIn(codes: ReadonlySet<Code>, parts: readonly string[]): Code[] {
  const sorted = [...codes].sort();
  const found = sorted.filter(finder(parts, codes, 'part'));
  const others = found.length > 0 ? found : sorted.filter(finder(parts, codes, 'beginning'));
  return others.length > 0 ? others : codesNamed(parts.join(' ')).filter((code) => codes.has(code));
}

/** Of several words, one that is a code or stands for one brings that; the others must all match. */
function finder(
  parts: readonly string[],
  codes: ReadonlySet<Code>,
  by: 'part' | 'beginning',
): (code: Code) => boolean {
  const codesCalled = (word: string) => {
    const hundredth = hundredthOf(word);
    if (hundredth) return [hundredth.code];
    const code = parseCode(word);
    return code && codes.has(code) ? [code] : codesSaid(word);
  };

  const named = new Set(parts.flatMap(codesCalled));
  const others = parts.length > 1 ? parts.filter((word) => codesCalled(word).length === 0) : parts;
  const takesMatches = others.length > 0 || named.size === 0;
  const isMatch = (code: Code) => matches(others, [code, nameOf(code)], { names: namesFor(code), by });
  return (code) => named.has(code) || (takesMatches && isMatch(code));
}
