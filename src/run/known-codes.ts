import { variableOf } from '../config/settings.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { alternativeNames, currencyNames, isFormer, nameOf, shortNameOf } from '../currencies/names.ts';
import { fixedRateOf } from '../currencies/replaced.ts';
import { hundredthIn, hundredthInWords, type Unit, unitOf } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { forUser } from '../hint.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Source } from '../sources/source.ts';
import { serviceName } from '../sources/table.ts';
import type { Store } from '../store/store.ts';
import { neverHad, type Run } from './run.ts';

export interface Known {
  /** Undefined if stored days do not count. */
  readonly store: Pick<Store, 'days' | 'read'> | undefined;
  readonly alternative: boolean;
  readonly source?: Pick<Source, 'has' | 'currencies' | 'isMadeUp'> | undefined;
  /** `readCode` takes a code that is not known, too. */
  readonly yes?: boolean | undefined;
  /** Known besides, and no signs or everyday names. */
  readonly own?: ReadonlySet<Code> | undefined;
}

type Telling = Pick<Reporter, 'note'>;
type TellingOnce = Pick<Reporter, 'note' | 'noteOnce'>;

/** Like `readCode`; each code once. */
export async function readCodes(words: readonly string[], known: Known, reporter: Telling): Promise<Code[]> {
  const codes = new Set<Code>();
  const all = await Promise.all(words.map(namesIn));
  for (const word of new Set(all.flat())) codes.add(await readCode(word, known, reporter));
  return [...codes];
}

/**
 * The code that a word stands for; if a sign does, a note says so. Call this before anything is spent.
 * @throws a usage error if neither the list of currencies nor the newest stored day has it
 */
async function readCode(typed: string, known: Known, reporter: Telling): Promise<Code> {
  const word = typed.trim();
  const code = parseCode(word);
  if (code && (isListed(code, known) || (await knownCodes(known))(code))) return code;
  const { codesMeant, codesSaid } = await import('../currencies/nicknames.ts');
  const [said = known.yes && code, ...others] = codesMeant(word);
  if (!said) throw (await import('./meant-codes.ts')).unknown(word, known.source);
  // a setting has a word of three letters in capitals, as if it were a code
  const name = word === code && word.length === 3 && codesSaid(word).length === 0 ? word.toLowerCase() : word;
  if (others.length > 0) throw (await import('./meant-codes.ts')).ofSeveral(name, [said, ...others]);
  if (said !== code) reporter.note(`${name} = ${said}, ${nameOf(said)}`);
  return said;
}

/** Of several words, one name or a code each. */
async function namesIn(words: string): Promise<readonly string[]> {
  if (!words.includes(' ')) return [words];
  const { codesMeant } = await import('../currencies/nicknames.ts');
  const parts = words.split(' ');
  const isOne =
    codesMeant(words).length > 0 || parts.some((part) => !shortNameOf(part.toUpperCase() as Code));
  return isOne ? [words] : parts;
}

/** Of an amount: also a hundredth of a currency, with a note. Otherwise like `readCode`. */
export async function readUnit(word: string, known: Known, reporter: TellingOnce): Promise<Unit> {
  const hundredth = hundredthIn(word);
  if (!hundredth) return unitOf(await readCode(word, known, reporter));
  reporter.noteOnce(hundredthInWords(hundredth));
  return hundredth;
}

/** Like `readUnit`; each once. */
export async function readUnits(words: readonly string[], known: Known, reporter: TellingOnce) {
  const units = new Map<string, Unit>();
  for (const word of new Set(words)) {
    const unit = await readUnit(word, known, reporter);
    units.set(unit.name, unit);
  }
  return [...units.values()];
}

/** Call this before anything is spent. @throws a usage error for a code that `readCode` would not take */
export async function checkCodes(codes: readonly Code[], known: Known): Promise<void> {
  const isKnown = await knownCodes(known);
  for (const code of codes)
    if (!isKnown(code)) throw (await import('./meant-codes.ts')).unknown(code, known.source);
}

/** Before a source is asked for what it cannot have. @throws a usage error */
export async function refuseNeverHad(codes: readonly Code[], known: Known, source: Source): Promise<void> {
  const others = codes.filter((code) => (source.currencies ? neverHad(source, code) : isFormer(code)));
  if (others.length === 0 || known.yes) return;
  const held = (await heldCodes(known))();
  const code = others.find((other) => !held.has(other));
  if (!code) return;
  const why = neverHad(source, code);
  if (why) throw new Failure('not_in_source', why, `--source ${serviceName}`);
  throw (await import('./meant-codes.ts')).unknown(code, source);
}

export async function knownCodes(known: Known): Promise<(code: Code) => boolean> {
  const held = await heldCodes(known);
  return (code) => isListed(code, known) || held().has(code);
}

/**
 * Codes of the newest stored day; of all days where the source has a list of its own, with codes that have
 * ended.
 */
export async function heldCodes({ store, source }: Pick<Known, 'store' | 'source'>) {
  const days = (await store?.days())?.slice(source?.currencies ? 0 : -1) ?? [];
  const read = () => new Set(days.flatMap((day) => [...(store?.read(day)?.rates.keys() ?? [])]));
  let held: ReadonlySet<Code> | undefined;
  return () => (held ??= read());
}

function isListed(code: Code, { alternative, own, source }: Known): boolean {
  if (currencyNames.has(code) || fixedRateOf(code) || own?.has(code) || source?.currencies?.includes(code))
    return true;
  return alternative && alternativeNames.has(code);
}

/** Like `readCodes`, for the base and the symbols of a run (undefined: all). An error names the setting. */
export async function readSettings(
  { settings, places, reporter }: Pick<Run, 'settings' | 'places' | 'reporter'>,
  known: Known,
) {
  const naming = (name: 'base' | 'symbols') => (error: unknown) => {
    const { origin } = settings[name];
    if (!(error instanceof Failure) || (origin !== 'environment' && origin !== 'file')) throw error;
    const { code, message, hints } = error;
    if (origin === 'environment') throw new Failure(code, `${variableOf(name)}: ${message}`, ...hints);
    const unset = forUser('config', 'unset', name);
    throw new Failure(code, `${places.configFile}: ${name}: ${message}`, ...hints, unset);
  };
  const base = await readCode(settings.base.value, known, reporter).catch(naming('base'));
  const words = settings.symbols.value;
  if (words === '*') return { base, symbols: undefined };
  return { base, symbols: await readCodes(words, known, reporter).catch(naming('symbols')) };
}
