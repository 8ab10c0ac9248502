import { allNearest, nearest } from '../config/choice.ts';
import { variableOf } from '../config/settings.ts';
import { Failure, Misspelt, usageError } from '../errors.ts';
import { type Code, parseCode } from '../rates/code.ts';
import { alternativeNames, currencyNames, folded, hasEnded, nameOf } from '../rates/currencies.ts';
import type { Store } from '../store/store.ts';
import type { Setup } from './host.ts';

/** @throws a usage error if the text cannot be a code */
export function codeFrom(text: string): Code {
  const code = parseCode(text);
  if (!code) throw unknown(text);
  return code;
}

export interface Known {
  /** Undefined if stored days do not count. */
  readonly store: Pick<Store, 'days' | 'read'> | undefined;
  readonly alternative: boolean;
}

/**
 * Call this before anything is spent.
 * @throws a usage error if neither the list of currencies nor the newest stored day has a code
 */
export async function checkCodes(codes: readonly Code[], known: Known): Promise<void> {
  const strange = codes.filter((code) => !isListed(code, known));
  if (strange.length === 0) return;
  const isKnown = await knownCodes(known);
  for (const code of strange) if (!isKnown(code)) throw unknown(code);
}

export async function knownCodes(known: Known): Promise<(code: Code) => boolean> {
  const newest = (await known.store?.days())?.at(-1);
  const held = newest && known.store?.read(newest);
  return (code) => isListed(code, known) || (held?.rates.has(code) ?? false);
}

function isListed(code: Code, { alternative }: Pick<Known, 'alternative'>): boolean {
  return currencyNames.has(code) || (alternative && alternativeNames.has(code));
}

/** Like `checkCodes`, for the base and the symbols of a run; names the setting that has an unknown code. */
export async function checkSettings({ settings, places }: Setup, known: Known): Promise<void> {
  const { base, symbols } = settings;
  const given = [
    ['base', base.source, [base.value]],
    ['symbols', symbols.source, symbols.value === '*' ? [] : symbols.value],
  ] as const;
  for (const [name, source, codes] of given)
    await checkCodes(codes, known).catch((error) => {
      if (!(error instanceof Failure) || (source !== 'environment' && source !== 'file')) throw error;
      const { message, hints } = error;
      if (source === 'environment') throw usageError(`${variableOf(name)}: ${message}`, ...hints);
      throw usageError(
        `${places.configFile}: ${name}: ${message}`,
        ...hints,
        `ratebook config unset ${name}`,
      );
    });
}

function unknown(text: string): Failure {
  const message = `there is no currency ${JSON.stringify(text)}`;
  const code = parseCode(text);
  if (code && alternativeNames.has(code))
    return usageError(`${message} without --show-alternative`, `--show-alternative brings ${nameOf(code)}`);
  const { codes, search } = meantBy(text);
  if (codes.length > most) return usageError(message, `ratebook currencies ${search}`);
  const list = codes.map((code) => `${code} (${nameOf(code)})`).join(' or ');
  return list ? new Misspelt(message, list) : usageError(message, 'ratebook currencies lists them');
}

/** If more match, the hint is the search that lists them. */
const most = 3;

/**
 * By the beginning of a word of the name, else by the spelling of the code, else by that of a word of the name. The search
 * finds them among all currencies.
 */
function meantBy(text: string): { readonly codes: readonly Code[]; readonly search: string } {
  const search = folded(text);
  const named = search.length > 2 ? namedBy((word) => word.startsWith(search)) : [];
  const exact = named.filter((code) => folded(currencyNames.get(code) ?? '') === search);
  if (exact.length > 0) return { codes: exact, search };
  if (named.length > 0) return { codes: named, search };
  const spelt = allNearest(text, currencyNames.keys());
  const current = spelt.filter((code) => !hasEnded(code));
  if (spelt.length > 0) return { codes: byBeginning(text, current.length > 0 ? current : spelt), search };
  const words = new Set([...currencyNames.values()].flatMap(wordsOf).filter((word) => word.length > 2));
  const near = nearest(search, words);
  return { codes: near ? namedBy((word) => word === near) : [], search: near ?? search };
}

/** Few mistake the country, with which a code begins. */
function byBeginning(text: string, codes: readonly Code[]): Code[] {
  const typed = text.toUpperCase();
  const same = (code: Code) => [...code].filter((_, at) => typed.startsWith(code.slice(0, at + 1))).length;
  return codes.toSorted((a, b) => same(b) - same(a)).slice(0, most);
}

function namedBy(fits: (word: string) => boolean): Code[] {
  return [...currencyNames].flatMap(([code, name]) => (wordsOf(name).some(fits) ? [code] : []));
}

const wordsOf = (name: string) => folded(name).split(/[^\p{L}]+/u);
