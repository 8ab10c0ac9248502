import { allNearest, nearest } from '../config/choice.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { endedCurrencyOf, insteadOfEnded, withEnd } from '../currencies/ended.ts';
import {
  alternativeNames,
  currencyNames,
  hasEnded,
  isFormer,
  nameOf,
  shortNameOf,
} from '../currencies/names.ts';
import { codesCalled, folded, namesFor } from '../currencies/nicknames.ts';
import { hundredthCalled } from '../currencies/units.ts';
import { Failure, unknownWord } from '../errors.ts';
import { also, ratebook } from '../hint.ts';
import type { Source } from '../sources/source.ts';
import { either } from '../words.ts';

export function unknown(text: string, source?: Pick<Source, 'has' | 'isMadeUp'>): Failure {
  const message = `unknown currency ${JSON.stringify(text)}`;
  const code = parseCode(text);
  if (code && alternativeNames.has(code) && source?.has.alternative !== false)
    return new Failure(
      'unknown_currency',
      `${message} without --show-alternative`,
      also('--show-alternative').in((it) => `${it} brings ${nameOf(code)}`),
    );

  if (code && isFormer(code))
    return new Failure(
      'unknown_currency',
      withEnd(`the service has no rates of ${code}, ${nameOf(code)}`, code),
      source?.isMadeUp ? 'without --demo, --source ecb has it' : '--source ecb has it',
      ...insteadOfEnded(code),
    );
  if (code && endedCurrencyOf(code))
    return new Failure(
      'unknown_currency',
      withEnd(`there are no rates of ${code}`, code),
      ...insteadOfEnded(code),
    );

  const hundredth = hundredthCalled(text);
  if (hundredth)
    return unknownWord('unknown_currency', message, `${hundredth.name} (1/100 ${hundredth.code})`);

  const { codes, search } = meantBy(text);
  if (codes.length > most)
    return new Failure('unknown_currency', message, ratebook('currencies', ...search.split(' ')));
  const list = codes.map((code) => `${code} (${nameOf(code)})`).join(' or ');
  return unknownWord(
    'unknown_currency',
    message,
    list,
    ratebook('currencies').in((line) => `${line} lists them`),
  );
}

/** A sign or a name that more than one currency has; the most traded first. */
export function ofSeveral(text: string, codes: readonly Code[]): Failure {
  const few = codes.length <= mostWhole ? codes : codes.slice(0, mostWritten);
  const message = `${JSON.stringify(text)} stands for several currencies`;
  const rest = few.length < codes.length ? [ratebook('currencies', ...lastWordOf(codes))] : [];
  return new Failure('ambiguous_currency', message, `write ${either(few)}`, ...rest);
}

/** All are written if they are not more than this. */
const mostWhole = 14;

const mostWritten = 10;

/** Which the names of all of them have. */
const lastWordOf = ([code]: readonly Code[]) =>
  folded(code ? nameOf(code) : '')
    .split(' ')
    .slice(-1);

/** If more match, the hint is the search that lists them. */
const most = 3;

interface Meant {
  readonly codes: readonly Code[];
  /** With which `currencies` finds them. */
  readonly search: string;
}

/**
 * By a whole name, else by the spelling of the code, else by the beginning of a word of a name, else by
 * the spelling of such a word.
 */
function meantBy(text: string): Meant {
  const search = folded(text.trim());
  const parts = search.split(/[\s-]+/);
  const ways = [
    () => [...currencyNames.keys()].filter((code) => folded(nameOf(code)) === search),
    () => codesCalled(search),
    () => codesWith((words) => parts.every((part) => words.includes(part))),
    () => byBeginning(text, current(allNearest(text, currencyNames.keys()))),
    () =>
      codesWith((words) =>
        parts.every((part) => part.length > 2 && words.some((word) => word.startsWith(part))),
      ),
  ];
  for (const way of ways) {
    const codes = way();
    if (codes.length > 0) return { codes, search };
  }

  const words = new Set([...currencyNames.keys()].flatMap(wordsOf).filter((word) => word.length > 2));
  const near = nearest(search, words);
  return { codes: near ? codesWith((words) => words.includes(near)) : [], search: near ?? search };
}

/** Few mistake the country, with which a code begins. */
function byBeginning(text: string, codes: readonly Code[]): Code[] {
  const typed = text.toUpperCase();
  const same = (code: Code) => [...code].filter((_, at) => typed.startsWith(code.slice(0, at + 1))).length;
  return codes.toSorted((a, b) => same(b) - same(a)).slice(0, most);
}

function codesWith(has: (words: readonly string[]) => boolean): readonly Code[] {
  return current([...currencyNames.keys()].filter((code) => has(wordsOf(code))));
}

/** Those that have ended are meant only where no other is. */
function current(codes: readonly Code[]): readonly Code[] {
  const left = codes.filter((code) => !hasEnded(code));
  return left.length > 0 ? left : codes;
}

const wordsOf = (code: Code) =>
  [shortNameOf(code), ...namesFor(code)].flatMap((name) => folded(name).split(/[^\p{L}]+/u));
