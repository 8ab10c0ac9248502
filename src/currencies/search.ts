import { allNearest, nearest } from '../config/choice.ts';
import { type Code, parseCode } from './code.ts';
import { currencyNames, hasEnded, nameOf, shortNameOf } from './names.ts';
import { codesCalled, codesNamed, codesSaid, folded, namesFor } from './nicknames.ts';
import { hundredthCalled, hundredthIn } from './units.ts';

/** Whether the word is part of the code or its name, or of what people say for it a whole part or a beginning. */
export function isFoundBy(word: string, code: Code, by: 'part' | 'beginning' = 'part'): boolean {
  const typed = folded(word);
  if (folded(`${code} ${nameOf(code)}`).includes(typed)) return true;
  return `-${namesFor(code).join('-')}-`.includes(`-${typed}${by === 'part' ? '-' : ''}`);
}

/**
 * Sorted. Of several words, one that is a code or stands for one brings that; the others must all match.
 * @param codes in which is looked
 */
export function findCodes(words: readonly string[], codes: ReadonlySet<Code>): readonly Code[] {
  const codesOf = (word: string) => {
    const code = (hundredthIn(word) ?? hundredthCalled(word))?.code ?? parseCode(word);
    return code && codes.has(code) ? [code] : codesSaid(word);
  };
  const named = new Set(words.flatMap(codesOf));
  const others = words.length > 1 ? words.filter((word) => codesOf(word).length === 0) : words;
  const isSearched = others.length > 0 || named.size === 0;
  const found = (by: 'part' | 'beginning') =>
    [...codes]
      .filter((code) => named.has(code) || (isSearched && others.every((word) => isFoundBy(word, code, by))))
      .sort();
  // `franc` begins France, too: that counts where nothing else is found
  const all = [found('part'), found('beginning'), codesNamed(words.join(' '))];
  return all.find(({ length }) => length > 0)?.filter((code) => codes.has(code)) ?? [];
}

interface Suggestion {
  readonly codes: readonly Code[];
  /** With which `currencies` finds them. */
  readonly search: string;
}

/** The currencies that may be meant by a text that is neither a code nor stands for one. */
export function suggest(text: string): Suggestion {
  const search = folded(text.trim());
  const parts = search.split(/[\s-]+/);
  const all = [...currencyNames.keys()];
  const having = (fits: (word: string, part: string) => boolean) =>
    current(all.filter((code) => parts.every((part) => wordsOf(code).some((word) => fits(word, part)))));
  const found = [
    codesCalled(search),
    having((word, part) => word === part),
    byBeginning(text, current(allNearest(text, all))),
    having((word, part) => part.length > 2 && word.startsWith(part)),
  ].find(({ length }) => length > 0);
  if (found) return { codes: found, search };

  const words = new Set(all.flatMap(wordsOf).filter((word) => word.length > 2));
  const near = nearest(search, words);
  return near ? suggest(near) : { codes: [], search };
}

/** Few mistake the country, with which a code begins. */
function byBeginning(text: string, codes: readonly Code[]): readonly Code[] {
  const typed = text.toUpperCase();
  const same = (code: Code) => [...code].filter((_, at) => typed.startsWith(code.slice(0, at + 1))).length;
  return codes.toSorted((a, b) => same(b) - same(a)).slice(0, 3);
}

/** Those that have ended are meant only where no other is. */
function current(codes: readonly Code[]): readonly Code[] {
  const living = codes.filter((code) => !hasEnded(code));
  return living.length > 0 ? living : codes;
}

const wordsOf = (code: Code): readonly string[] =>
  [shortNameOf(code), ...namesFor(code)].flatMap((name) => folded(name).split(/[^\p{L}]+/u));
