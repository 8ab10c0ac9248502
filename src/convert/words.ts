import { firstDay } from '../calendar/day.ts';
import { isDayLike, writtenDay, writtenPeriod } from '../calendar/parse.ts';
import { parseCode } from '../currencies/code.ts';
import { shortNameOf } from '../currencies/names.ts';
import { codesMeant, codesNamed } from '../currencies/nicknames.ts';
import { hundredthIn } from '../currencies/units.ts';
import { isDash, readAmount } from '../rates/amount.ts';

interface SortedDate {
  readonly text: string;
  readonly whole: boolean;
}

export interface SortedWords {
  /** A letter a thing: amount, code, list of codes, newest, pair, day, whole period; `?`: any of several. */
  readonly shape: string;
  readonly dates: readonly SortedDate[];
  readonly amounts: readonly string[];
  /** A sign or everyday name is as it was typed. */
  readonly codes: readonly string[];
  readonly range: boolean;
}

/** Undefined if a word is none of these. */
export function sortWords(words: readonly string[], now: number, command?: string): SortedWords | undefined {
  const together = joined(words, now);
  const parts: (SortedPart | undefined)[] = [];
  for (const word of together) {
    const isAmount = command === 'convert' && !parts.some((part) => part?.amounts);
    parts.push((isAmount && amountIn(word)) || sortWord(word, now, command));
  }
  if (parts.includes(undefined)) return undefined;

  const sorted = merged(parts);
  // `2024 EUR USD` without a command: a year is asked for with one
  const amount = !command && /^w[c?]{2}/.test(sorted.shape) && amountIn(together[0] ?? '');
  return amount ? merged([amount, ...parts.slice(1)]) : sorted;
}

/** The words of a conversion, as they were typed. */
export interface ConversionWords {
  /** Undefined: the rate is asked for. */
  readonly amount: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly on: string | undefined;
}

/**
 * `100 EUR in USD and THB on 3 May 2019`; undefined unless the words can only be a conversion.
 * @param command if it was named: `2024-01` is then no amount
 */
export function conversionIn(
  words: readonly string[],
  now: number,
  command?: 'convert',
): ConversionWords | undefined {
  const sorted = sortWords(words, now, command);
  if (!sorted || !/^a?(p|[c?][c?l]+)(d[?]?)?$/.test(sorted.shape)) return undefined;

  const { amounts, codes, dates } = sorted;
  const [from = '', ...to] = codes;
  return { amount: amounts[0], from, to, on: dates[0]?.text };
}

/** As arguments of `convert`. */
export const conversionArguments = ({ amount, from, to }: Omit<ConversionWords, 'on'>): readonly string[] =>
  amount === undefined ? [from, 'in', ...to] : [amount, from, ...to];

/** All ways in which words that follow one another are the rest of a day: `3` of `May 2019`. */
export function wholeDays(begun: string, words: readonly string[]) {
  return words.flatMap((_, start) =>
    Array.from({ length: longestDay - 1 }, (_, more) => start + more + 1).flatMap((end) => {
      const day = [begun, ...words.slice(start, end)].join(' ');
      if (end > words.length || !isDayLike(day)) return [];
      return { day, others: [...words.slice(0, start), ...words.slice(end)] };
    }),
  );
}

/** `17 Jan 2024`, `last month`, `Swiss francs`, `1 250` and `- 5` are one word each. */
function joined(typed: readonly string[], now: number): string[] {
  const words = typed.flatMap((word) => /^(@)(.+)$/.exec(word)?.slice(1) ?? [word]);
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at);
    const isDate = (text: string) =>
      /[a-z]/i.test(text) && (isDayLike(text) || dateIn(text, now) !== undefined);
    const isName = (text: string) => codesNamed(text).length > 0;
    const count = lengthOf(rest, isDate) ?? lengthOf(rest, isName) ?? lengthOfAmount(rest, at === 0, now);
    found.push(words.slice(at, at + count).join(' '));
    at += count;
  }
  return found;
}

/** Of several words that are one thing. */
function lengthOf(words: readonly string[], isOne: (text: string) => boolean): number | undefined {
  const lengths = [5, 4, 3, 2].filter((length) => length <= words.length);
  return lengths.find((length) => isOne(words.slice(0, length).join(' ')));
}

/** @param isFirst a dash before them ends no range */
function lengthOfAmount([first = '', ...rest]: readonly string[], isFirst: boolean, now: number): number {
  const [next = '', ...more] = rest;
  const isSign = isDash(first) && (isFirst || !datesIn(next, now, false));
  const goesOn = isSign || (/\d$/.test(first) && /^\d{3}(?!\d)/.test(next));
  const whole = `${first} ${next}`;
  return goesOn && amountIn(whole) ? 1 + lengthOfAmount([whole, ...more], isFirst, now) : 1;
}

type SortedPart = Partial<SortedWords>;

function merged(parts: readonly (SortedPart | undefined)[]): SortedWords {
  return {
    shape: parts.map((part) => part?.shape ?? '').join(''),
    dates: parts.flatMap((part) => part?.dates ?? []),
    amounts: parts.flatMap((part) => part?.amounts ?? []),
    codes: parts.flatMap((part) => part?.codes ?? []),
    range: parts.some((part) => part?.range),
  };
}

function sortWord(word: string, now: number, command?: string): SortedPart | undefined {
  if (/^(latest|newest|current|now)$/i.test(word)) return { shape: 'n' };
  if (/^(to|until|till|through|-|–)$/i.test(word)) return { range: true };
  if (/^(in|into|from|on|for|of|at|and|is|as|=|@)$/i.test(word)) return {};

  // `1y` is that long ago for those that take a day
  const takesDays = command === 'convert' || command === 'historical';
  return datesIn(word, now, takesDays) ?? codesIn(word) ?? pairIn(word) ?? amountIn(word);
}

/** `250`, `250EUR`, `€250`, `- 250`. */
function amountIn(word: string): SortedPart | undefined {
  const form = /^([^\d.,+−–—-]*)((?:[+−-]|[−–—-]\s+)?[.,]?\d(?:.*\d)?(?:k(?![a-z]))?)(\D*)$/i;
  const [, before = '', number = '', after = ''] = form.exec(word) ?? [];
  const name = before || after;
  const { codes = [], shape = '' } = codesIn(name) ?? pairIn(name) ?? {};
  const isNamed = !(before && after) && (name === '' ? shape === '' : /^[c?p]$/.test(shape));
  if (!isNamed || readAmount(number).is === 'unreadable') return undefined;
  return { amounts: [number], codes, shape: `a${shape}` };
}

function codesIn(word: string): SortedPart | undefined {
  const texts = codeIn(word) ? [word] : word.split(/[\s,]+/).filter(Boolean);
  const codes = texts.flatMap((text) => codeIn(text) ?? []);
  if (codes.length === 0 || codes.length < texts.length) return undefined;
  return { codes, shape: codes.length > 1 ? 'l' : shapeOf(codes[0]) };
}

/** `EUR/USD`, `eurusd`, `EUR-USD`, `EUR:USD`, `EUR>USD`, `eur2usd`. */
export function pairIn(word: string): SortedPart | undefined {
  const [, from = '', to = ''] =
    /^([a-z]{3})([a-z]{3})$/i.exec(word) ?? /^([^\s,]+?)(?:[/:_2→=-]|[=-]?>)([^\s,]+)$/.exec(word) ?? [];
  const codes = [codeIn(from), codeIn(to)].filter((code) => code !== undefined);
  if (codes.length < 2) return undefined;
  return { codes, shape: codes.some((code) => shapeOf(code) === '?') ? '??' : 'p' };
}

export function codeIn(text: string): string | undefined {
  const hundredth = hundredthIn(text);
  if (hundredth) return hundredth.name;
  const code = parseCode(text);
  if (code && shortNameOf(code)) return code;
  return codesMeant(text).length > 0 ? text : undefined;
}

const shapeOf = (code = '') => (codesMeant(code).length > 1 ? '?' : 'c');

function datesIn(word: string, now: number, takesDays: boolean): SortedPart | undefined {
  const date = dateIn(word, now, takesDays);
  if (date) return { dates: [date], shape: date.whole ? 'w' : 'd' };
  // which may be two days, or none: whoever reads it says so
  if (/\D/.test(word) && isDayLike(word)) return { dates: [{ text: word, whole: false }], shape: 'd?' };

  const [from = '', to = '', ...rest] = word.split(/\.{2,3}|[:–]|(?<=^\d{4})-(?=\d{4}$)/);
  // `2024-01-01..05`
  const end = from.slice(0, Math.max(0, from.length - to.length)) + to;
  const dates = [from, end].flatMap((text) => dateIn(text, now) ?? []);
  return dates.length < 2 || to === '' || rest.length > 0 ? undefined : { dates, range: true, shape: 'ww' };
}

function dateIn(word: string, now: number, takesDays = false): SortedDate | undefined {
  const [, span] = /^-?(\d+[dwmy])$/i.exec(word) ?? [];
  if (span) return { text: span.toLowerCase(), whole: !takesDays };

  const relative = /^(this|last|previous|past)[ -](week|month|quarter|year)$/i;
  const [, which = '', period = ''] = relative.exec(word) ?? [];
  const name = `${/this/i.test(which) ? 'this' : 'last'}-${period}`.toLowerCase();
  if (period) return { text: name, whole: true };

  if (writtenDay(word, now)) return { text: word, whole: false };
  const { first = '' } = writtenPeriod(word, now) ?? {};
  return first >= firstDay && first < '2100' ? { text: word, whole: true } : undefined;
}

/** In words. */
export const longestDay = 5;

/** The days that the words are, some of several words, if they can be read in one way only. */
export function writtenDays(words: readonly string[], now: number): readonly string[] | undefined {
  const [one, ...others] = readingsAsDays(words, now);
  return others.length > 0 ? undefined : one;
}

function readingsAsDays(words: readonly string[], now: number): readonly (readonly string[])[] {
  if (words.length === 0) return [[]];
  const lengths = Array.from({ length: Math.min(longestDay, words.length) }, (_, at) => at + 1);
  return lengths.flatMap((length) => {
    const day = words.slice(0, length).join(' ');
    if (!writtenDay(day, now)) return [];
    return readingsAsDays(words.slice(length), now).map((rest) => [day, ...rest]);
  });
}
