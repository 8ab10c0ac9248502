import { firstDay } from '../calendar/day.ts';
import { isDayLike, writtenDay, writtenPeriod } from '../calendar/parse.ts';
import { hundredthIn, parseCode } from '../currencies/code.ts';
import { shortNameOf } from '../currencies/names.ts';
import { codesOfName, codesOfText } from '../currencies/nicknames.ts';
import { readAmount } from '../rates/amount.ts';

export type ParsedWords = ReturnType<typeof parseWords>;

/**
 * The kind of a word, and its texts: `a` amount, `c` currency, `l` list of currencies, `p` pair, `d` day, `w`
 * week or other period, `n` newest, `u` an unknown word; `?` a currency, or one of a pair, that can be
 * several; `D` a day that can be two, or none; `-` a word that makes a range.
 */
type Item = readonly [kind: string, ...texts: string[]];

/** @param command if it was named: `convert` takes `2024` for an amount, and `1y` for a day */
export function parseWords(typed: readonly string[], now: number, command?: string) {
  const words = typed.flatMap((word) => /^(@)(.+)$/.exec(word)?.slice(1) ?? [word]);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at);
    const isAmount = at === 0 && command === 'convert';
    const count = lengthOfDate(rest, now) ?? lengthOfName(rest) ?? lengthOfAmount(rest, at, now);
    const text = rest.slice(0, count).join(' ');
    items.push(...((isAmount && amountIn(text)) || itemsIn(text, now, command)));
    at += count;
  }
  const kinds = items.map(([kind]) => kind).join('');
  const textsOf = (letters: string) =>
    items.flatMap(([kind, ...texts]) => (letters.includes(kind) ? texts : []));
  return {
    /** The kind of each item, in order. */
    shape: kinds.replaceAll('-', ''),
    amounts: textsOf('a'),
    /** A sign or everyday name is as it was typed. */
    codes: textsOf('clpu?'),
    /** Days and periods. */
    dates: textsOf('dDw'),
    isRange: kinds.includes('-'),
  };
}

/** How many of the words are one day or period, such as `17 Jan 2024` or `last month`. */
export const lengthOfDate = (words: readonly string[], now: number): number | undefined =>
  longest(words, (text) => /[a-z]/i.test(text) && (isDayLike(text) || dateIn(text, now) !== undefined));

/** `Swiss francs` */
const lengthOfName = (words: readonly string[]) => longest(words, (text) => codesOfName(text).length > 0);

/** Of two words or more. */
function longest(words: readonly string[], isOne: (text: string) => boolean) {
  return [5, 4, 3, 2].find((count) => count <= words.length && isOne(words.slice(0, count).join(' ')));
}

/** `1 250` and `- 5` are one amount; a dash before a day ends a range, unless it begins the line. */
function lengthOfAmount(words: readonly string[], at: number, now: number) {
  const [text = ''] = /^(?:[-−–—+] )?[^ ]*\d(?: \d{3}(?!\d)[^ ]*)*/.exec(words.join(' ')) ?? [];
  const isDate = at > 0 && datesIn(words[1] ?? '', now) !== undefined;
  return text.includes(' ') && amountIn(text) && !isDate ? text.split(' ').length : 1;
}

function itemsIn(word: string, now: number, command?: string): readonly Item[] {
  if (/^(latest|newest|current|now)$/i.test(word)) return [['n']];
  if (/^(to|until|till|through|-|–)$/i.test(word)) return [['-']];
  if (/^(in|into|from|on|for|of|at|and|is|as|=|@)$/i.test(word)) return [];
  const takesDays = command === 'convert' || command === 'historical';
  return datesIn(word, now, takesDays) ?? currenciesIn(word) ?? amountIn(word) ?? [['u', word]];
}

/** `250`, `250EUR`, `€250`, `- 250`, and `1 0`, which PowerShell makes of `1,0`: `convert` refuses that. */
function amountIn(word: string): readonly Item[] | undefined {
  const form = /^([^\d.,+−–—-]*)((?:[+−-]|[−–—-]\s+)?[.,]?\d(?:.*\d)?(?:k(?![a-z]))?)(\D*)$/i;
  const [, before = '', number = '', after = ''] = form.exec(word) ?? [];
  const name = before || after;
  const named = name ? currenciesIn(name) : [];
  const isNamed = !(before && after) && named && named.length < 2 && named[0]?.[0] !== 'l';
  const isAmount = readAmount(number).length > 0 || /^[-+−]?\d[\d\s.,]*$/.test(word);
  return isNamed && isAmount ? [['a', number], ...named] : undefined;
}

/** `EUR`, `Swiss francs`, `USD,GBP`, `EUR/USD`, `eurusd`, `EUR-USD`, `EUR:USD`, `EUR>USD`, `eur2usd` */
function currenciesIn(word: string): readonly Item[] | undefined {
  const currency = currencyIn(word);
  if (currency) return [currency];
  const [, ...pair] =
    /^([a-z]{3})([a-z]{3})$/i.exec(word) ?? /^([^\s,]+?)(?:[/:_2→=-]|[=-]?>)([^\s,]+)$/.exec(word) ?? [];
  const isPair = pair.length > 0;
  const texts = isPair ? pair : word.split(/[\s,]+/).filter(Boolean);
  const items = texts.map(currencyIn).filter((item) => item !== undefined);
  if (items.length === 0 || items.length < texts.length) return undefined;
  if (items.length === 1 || (isPair && items.some(([kind]) => kind === '?'))) return items;
  return [[isPair ? 'p' : 'l', ...items.flatMap(([, ...codes]) => codes)]];
}

function currencyIn(text: string): Item | undefined {
  const code = parseCode(text);
  const name = hundredthIn(text)?.name ?? (code && shortNameOf(code) && code);
  if (name) return ['c', name];
  const { length } = codesOfText(text);
  return length > 0 ? [length > 1 ? '?' : 'c', text] : undefined;
}

function datesIn(word: string, now: number, takesDays = false): readonly Item[] | undefined {
  const date = dateIn(word, now, takesDays);
  if (date) return [date];
  // two days, or none: the command that reads it reports which
  if (/\D/.test(word) && isDayLike(word)) return [['D', word]];

  const [from = '', to = '', ...rest] = word.split(/\.{2,3}|[:–]|(?<=^\d{4})-(?=\d{4}$)/);
  // `2024-01-01..05`
  const end = from.slice(0, Math.max(0, from.length - to.length)) + to;
  const [, first] = dateIn(from, now) ?? [];
  const [, last] = dateIn(end, now) ?? [];
  return first && last && to && rest.length === 0 ? [['-'], ['w', first], ['w', last]] : undefined;
}

function dateIn(word: string, now: number, takesDays = false): Item | undefined {
  const [, span] = /^-?([1-9]\d*[dwmy])$/i.exec(word) ?? [];
  if (span) return [takesDays ? 'd' : 'w', span.toLowerCase()];

  const [, which, period] =
    /^(this|last|previous|past)[ -](week|month|quarter|year)$/.exec(word.toLowerCase()) ?? [];
  if (period) return ['w', `${which === 'this' ? which : 'last'}-${period}`];

  if (writtenDay(word, now)) return ['d', word];
  const { first = '' } = writtenPeriod(word, now) ?? {};
  return first >= firstDay && first < '2100' ? ['w', word] : undefined;
}
