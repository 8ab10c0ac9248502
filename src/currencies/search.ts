import { allNearest, nearest } from '../words.ts';
import { type Code, hundredthNamed, parseCode } from './code.ts';
import { currencyNames, hasEnded, nameOf, shortNameOf } from './names.ts';
import { codesOfName, codesOfNickname, codesOfSign, folded, nicknamesOf } from './nicknames.ts';

/**
 * Whether the word is part of the code or its name, or of what people say for it a whole part or a beginning.
 */
export function isFoundBy(word: string, code: Code, by: 'part' | 'beginning' = 'part'): boolean {
  const typed = folded(word);
  if (folded(`${code} ${nameOf(code)}`).includes(typed)) return true;
  return `-${nicknamesOf(code).join('-')}-`.includes(`-${typed}${by === 'part' ? '-' : ''}`);
}

/**
 * Sorted. Of several words, one that is a code or stands for one brings that; the others must all match.
 * @param codes in which is looked
 */
export function findCodes(words: readonly string[], codes: ReadonlySet<Code>): readonly Code[] {
  const codesOf = (word: string) => {
    const code = hundredthNamed(word)?.code ?? parseCode(word);
    return code && codes.has(code) ? [code] : codesOfSign(word);
  };
  const named = new Set(words.flatMap(codesOf));
  const others = words.length > 1 ? words.filter((word) => codesOf(word).length === 0) : words;
  const isSearched = others.length > 0 || named.size === 0;
  const codesBy = (by: 'part' | 'beginning') =>
    [...codes]
      .filter((code) => named.has(code) || (isSearched && others.every((word) => isFoundBy(word, code, by))))
      .sort();
  // `franc` begins France, too: that counts where nothing else is found
  const all = [codesBy('part'), codesBy('beginning'), codesOfName(words.join(' '))];
  return all.find(({ length }) => length > 0)?.filter((code) => codes.has(code)) ?? [];
}

/**
 * Currencies for a text that is neither a code nor stands for one, and the words with which `currencies`
 * finds them.
 */
export function suggest(text: string) {
  const all = new Set(currencyNames.keys());
  const search = folded(text.trim());
  const codesFor = (words: string) => current(findCodes(words.split(/[\s-]+/), all));
  const candidates = [
    codesOfNickname(search),
    byBeginning(text, current(allNearest(text, all))),
    codesFor(search),
  ];
  const codes = candidates.find(({ length }) => length > 0);
  if (codes) return { codes, search };

  const names = [...all].flatMap((code) => [shortNameOf(code), ...nicknamesOf(code)]);
  const words = names.flatMap((name) => folded(name).split(/[^\p{L}]+/u));
  const near = nearest(search, new Set(words.filter((word) => word.length > 2)));
  return { codes: near ? codesFor(near) : [], search: near ?? search };
}

/** Few mistake the country, with which a code begins. */
function byBeginning(text: string, codes: readonly Code[]): readonly Code[] {
  const typed = text.toUpperCase();
  const same = (code: Code) => [...code].filter((_, at) => typed.startsWith(code.slice(0, at + 1))).length;
  return codes.toSorted((a, b) => same(b) - same(a)).slice(0, 3);
}

/** Those that have ended are meant only where no other is. */
function current(codes: readonly Code[]) {
  const living = codes.filter((code) => !hasEnded(code));
  return living.length > 0 ? living : codes;
}
