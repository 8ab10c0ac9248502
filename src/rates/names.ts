import type { Code } from './code.ts';
import { currencyNames, hasEnded, nameOf, shortNameOf } from './currencies.ts';
import { replacedCodes } from './fixed-rates.ts';
import { folded } from './search.ts';

/** The most traded first; the others follow by their codes. */
const traded =
  'USD EUR JPY GBP CNY AUD CAD CHF HKD SGD SEK KRW NOK NZD INR MXN TWD ZAR BRL DKK PLN THB ILS IDR CZK AED TRY ' +
  'HUF CLP SAR PHP MYR COP RUB RON';

/** What else people say for the names of the list; for one word also at the end of a longer name. */
const alike: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'american dollar': ['us dollar'],
    buck: ['dollar'],
    crown: ['krona', 'krone', 'koruna'],
    'deutsche mark': ['german mark'],
    franken: ['franc'],
    koruny: ['koruna'],
    kroner: ['krone'],
    kronor: ['krona'],
    kronur: ['krona'],
    lei: ['leu'],
    leva: ['lev'],
    lire: ['italian lira'],
    'pound sterling': ['british pound'],
    'pounds sterling': ['british pound'],
    reais: ['real'],
    renminbi: ['yuan'],
    rouble: ['ruble'],
    'schweizer franken': ['swiss franc'],
    sterling: ['british pound'],
    zlotych: ['zloty'],
  }),
);

/** Names of living currencies that as often mean ones which the euro has replaced. */
const shared: ReadonlySet<string> = new Set(['escudo', 'franc', 'guilder', 'koruna', 'koruny', 'mark']);

/**
 * The living currencies that have this name, or one that ends with it, singular or plural, the most traded
 * first; those that the euro has replaced where no living one has it, or both may be meant. If there is one,
 * the name is as good as its code.
 */
export function codesNamed(text: string): readonly Code[] {
  const name = keyOf(text);
  if (name.length < 3) return [];

  for (const one of singularsOf(name)) {
    const codes = inOtherWords(one).flatMap((name) => codesWith(name, shared.has(one)));
    if (codes.length > 0) return codes.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
  return [];
}

const keyOf = (text: string) =>
  folded(text)
    .replaceAll('ł', 'l')
    .replace(/[\s.-]+/g, ' ')
    .trim();

const singularsOf = (name: string) => [name, name.replace(/s$/, ''), name.replace(/es$/, '')];

/** Also where the last word alone is said otherwise: `Danish kroner`. */
function inOtherWords(name: string): readonly string[] {
  const last = name.lastIndexOf(' ') + 1;
  const ends = alike.get(name.slice(last))?.map((end) => name.slice(0, last) + end);
  return alike.get(name) ?? ends ?? [name];
}

/** Of a name as a whole, otherwise of all names that end so. */
function codesWith(name: string, isShared: boolean): readonly Code[] {
  living ??= livingNames();
  const found = codesAmong(living, name);
  if (found.length > 0 && !isShared) return found;
  const replaced = replacedCodes.map((code): Named => [code, keyOf(shortNameOf(code))]);
  return [...found, ...codesAmong(replaced, name)];
}

function codesAmong(names: readonly Named[], name: string): readonly Code[] {
  const whole = names.filter(([, each]) => each === name);
  const found = whole.length > 0 ? whole : names.filter(([, each]) => each.endsWith(` ${name}`));
  return found.map(([code]) => code);
}

type Named = readonly [code: Code, name: string];

let living: readonly Named[] | undefined;

/** A name with more in brackets is told from another by that alone. */
function livingNames(): readonly Named[] {
  const codes = [...currencyNames.keys()].filter((code) => !hasEnded(code) && !nameOf(code).endsWith(')'));
  return codes.map((code) => [code, keyOf(nameOf(code))]);
}

function rankOf(code: Code): number {
  const at = traded.indexOf(code);
  return at < 0 ? traded.length : at;
}
