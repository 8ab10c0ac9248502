import {
  type Code,
  hundredthIn,
  hundredthInWords,
  parseCode,
  type Unit,
  unitOf,
} from '../currencies/code.ts';
import { endedCurrencyOf, insteadOfEnded, withEnd } from '../currencies/ended.ts';
import { alternativeNames, currencyNames, isFormer, nameOf, shortNameOf } from '../currencies/names.ts';
import { codesOfSign, codesOfText, folded } from '../currencies/nicknames.ts';
import { fixedRateOf } from '../currencies/replaced.ts';
import { suggest } from '../currencies/search.ts';
import { also, Failure, forUser, type Hint, ratebook } from '../errors.ts';
import type { Reporter } from '../report/reporter.ts';
import { neverHad, type Source } from '../sources/source.ts';
import { serviceName } from '../sources/table.ts';
import type { Store } from '../store/store.ts';
import { either } from '../words.ts';
import type { Run } from './run.ts';

/** Which codes are known, beside those of the list of currencies. */
export interface CodeLookup {
  /** Undefined if stored days do not count. */
  readonly store?: Store | undefined;
  readonly alternative?: boolean;
  readonly source?: Source | undefined;
  /** `readCodes` takes a code that is not known, too. */
  readonly yes?: boolean | undefined;
  /** Codes of a file of rates, or of a day. */
  readonly codes?: ReadonlySet<Code> | undefined;
}

type Notes = Pick<Reporter, 'noteOnce'>;

/** Like `readCode`; each code once. */
export function readCodes(words: readonly string[], lookup: CodeLookup, reporter: Notes): Code[] {
  const codes = new Set<Code>();
  for (const text of words)
    for (const word of text.includes(' ') ? namesIn(text) : [text])
      codes.add(readCode(word, lookup, reporter));
  return [...codes];
}

/** Of several words, one name or a code each. */
function namesIn(text: string): readonly string[] {
  const words = text.split(' ');
  const areCodes = words.every((word) => shortNameOf(word.toUpperCase() as Code));
  return areCodes && codesOfText(text).length === 0 ? words : [text];
}

/**
 * The code that a word stands for; if a sign or name does, a note says so. Call this before anything is
 * spent.
 * @throws a usage error if neither the list of currencies nor the newest stored day has it
 */
function readCode(typed: string, lookup: CodeLookup, reporter: Notes): Code {
  const word = typed.trim();
  const code = parseCode(word);
  if (code && isKnown(code, lookup)) return code;
  const [found = lookup.yes && code, ...others] = codesOfText(word);
  if (!found) throw unknownCurrency(word, lookup.source);
  // a setting has a word of three letters in capitals, as if it were a code
  const name =
    word === code && word.length === 3 && codesOfSign(word).length === 0 ? word.toLowerCase() : word;
  if (others.length > 0) throw ambiguousCurrency(name, [found, ...others]);
  if (found !== code) reporter.noteOnce(`${name} = ${found}, ${nameOf(found)}`);
  return found;
}

/** The codes of words that name one currency each; the run itself reports other words. */
export function codesOfWords(words: readonly string[]): readonly Code[] {
  const codes: Code[] = [];
  for (const word of words)
    try {
      const hundredth = hundredthIn(word);
      codes.push(...(hundredth ? [hundredth.code] : readCodes([word], {}, { noteOnce() {} })));
    } catch {}
  return codes;
}

/** Of an amount: also a hundredth of a currency, with a note. Otherwise like `readCode`. */
export function readUnit(word: string, lookup: CodeLookup, reporter: Notes): Unit {
  const hundredth = hundredthIn(word);
  if (hundredth) reporter.noteOnce(hundredthInWords(hundredth));
  return hundredth ?? unitOf(readCode(word, lookup, reporter));
}

/** Like `readUnit`; each once. */
export function readUnits(words: readonly string[], lookup: CodeLookup, reporter: Notes): readonly Unit[] {
  const units = new Map<string, Unit>();
  for (const word of words) {
    const unit = readUnit(word, lookup, reporter);
    units.set(unit.name, unit);
  }
  return [...units.values()];
}

/** Before a source is asked for a currency that it cannot have. @throws a usage error */
export function refuseNeverHad(codes: readonly Code[], lookup: CodeLookup): void {
  const { source, yes } = lookup;
  if (!source || yes) return;
  for (const code of codes) {
    const why = neverHad(source, code);
    const isIn = source.currencies ? !why : !isFormer(code);
    if (isIn || storedCodes(lookup).has(code)) continue;
    throw why ? new Failure('not_in_source', why, `--source ${serviceName}`) : unknownCurrency(code, source);
  }
}

/** Whether a code is in a list, or in a stored day, which is read only then. */
export function isKnown(code: Code, lookup: CodeLookup): boolean {
  const { alternative, codes, source } = lookup;
  if (currencyNames.has(code) || (alternative && alternativeNames.has(code)) || codes?.has(code)) return true;
  if (fixedRateOf(code) || source?.currencies?.includes(code)) return true;
  return storedCodes(lookup).has(code);
}

/**
 * Codes of the newest stored day; of all days where the source has a list of its own, with codes that have
 * ended.
 */
export function storedCodes({ store, source }: CodeLookup): ReadonlySet<Code> {
  const days = store?.days().slice(source?.currencies ? 0 : -1) ?? [];
  return new Set(days.flatMap((day) => [...(store?.read(day)?.rates.keys() ?? [])]));
}

/** Like `readCodes`, for the base and the symbols of a run (undefined: all). An error names the setting. */
export function readSettings({ settings, reporter }: Run, lookup: CodeLookup) {
  const words = settings.symbols.value;
  let name: 'base' | 'symbols' = 'base';
  try {
    const [base = '' as Code] = readCodes([settings.base.value], lookup, reporter);
    name = 'symbols';
    return { base, symbols: words === '*' ? undefined : readCodes(words, lookup, reporter) };
  } catch (error) {
    const { origin, where } = settings[name];
    const isInFile = origin === 'file';
    if (!(error instanceof Failure) || (!isInFile && origin !== 'environment')) throw error;
    const hints = [...error.hints, ...(isInFile ? [forUser('config', 'unset', name)] : [])];
    throw new Failure(error.code, `${where}: ${error.message}`, ...hints);
  }
}

function unknownCurrency(text: string, source?: Source): Failure {
  const fail = (words: string, ...hints: readonly Hint[]) => new Failure('unknown_currency', words, ...hints);
  const message = `unknown currency ${JSON.stringify(text)}`;
  const code = parseCode(text);
  if (code && alternativeNames.has(code) && (!source || source.isService)) {
    const hint = also('--show-alternative').in((option) => `${option} brings ${nameOf(code)}`);
    return fail(`${message} without --show-alternative`, hint);
  }
  if (code && isFormer(code)) {
    const hint = source?.isMadeUp ? 'without --demo, --source ecb has it' : '--source ecb has it';
    const words = `the service has no rates of ${code}, ${nameOf(code)}`;
    return fail(withEnd(words, code), hint, ...insteadOfEnded(code));
  }
  if (code && endedCurrencyOf(code))
    return fail(withEnd(`there are no rates of ${code}`, code), ...insteadOfEnded(code));

  const { codes, search } = suggest(text);
  if (codes.length === 0)
    return fail(
      message,
      ratebook('currencies').in((line) => `${line} lists them`),
    );
  if (codes.length > 3) return fail(message, ratebook('currencies', ...search.split(' ')));
  return fail(message, `did you mean ${codes.map((each) => `${each} (${nameOf(each)})`).join(' or ')}?`);
}

/** All are listed if they are not more than this. */
const mostListed = 14;

/** Of a sign or a name that several currencies have, the most traded first. */
function ambiguousCurrency(text: string, codes: readonly Code[]): Failure {
  const shown = codes.length <= mostListed ? codes : codes.slice(0, 10);
  // the last word is in the names of all
  const search = folded(nameOf(codes[0] as Code))
    .split(' ')
    .slice(-1);
  const rest = shown.length < codes.length ? [ratebook('currencies', ...search)] : [];
  const message = `${JSON.stringify(text)} stands for several currencies`;
  return new Failure('ambiguous_currency', message, `write ${either(shown)}`, ...rest);
}
