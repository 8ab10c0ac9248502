import { firstDay } from '../calendar/day.ts';
import { isDayLike, writtenDay, writtenPeriod } from '../calendar/parse.ts';
import { parseCode } from '../currencies/code.ts';
import { shortNameOf } from '../currencies/names.ts';
import { codesMeant, codesNamed } from '../currencies/nicknames.ts';
import { hundredthIn } from '../currencies/units.ts';
import { readAmount } from '../rates/amount.ts';

/** The parsed words of a line. */
export interface ParsedWords {
  /**
   * A letter per item, in order: `a` amount, `c` currency, `l` list of currencies, `p` pair, `d` day, `w` week or
   * other period, `n` newest, `u` an unknown word; `?` a currency, or one of a pair, that can be several; `D` a
   * day that can be two, or none.
   */
  readonly shape: string;
  readonly amounts: readonly string[];
  /** A sign or everyday name is as it was typed. */
  readonly codes: readonly string[];
  /** Days and periods. */
  readonly dates: readonly string[];
  readonly isRange: boolean;
}

type Item = Partial<ParsedWords>;

/** @param command if it was named: `convert` takes `2024` for an amount, and `1y` for a day */
export function parseWords(typed: readonly string[], now: number, command?: string): ParsedWords {
  const words = typed.flatMap((word) => /^(@)(.+)$/.exec(word)?.slice(1) ?? [word]);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at);
    const isAmount = at === 0 && command === 'convert';
    const count = lengthOfDate(rest, now) ?? lengthOfName(rest) ?? lengthOfAmount(rest, at, now);
    const text = rest.slice(0, count).join(' ');
    items.push((isAmount && amountIn(text)) || itemIn(text, now, command));
    at += count;
  }
  return {
    shape: items.map(({ shape = '' }) => shape).join(''),
    amounts: items.flatMap(({ amounts = [] }) => amounts),
    codes: items.flatMap(({ codes = [] }) => codes),
    dates: items.flatMap(({ dates = [] }) => dates),
    isRange: items.some(({ isRange }) => isRange),
  };
}

/** How many of the words are one day or period, such as `17 Jan 2024` or `last month`. */
export const lengthOfDate = (words: readonly string[], now: number): number | undefined =>
  longest(words, (text) => /[a-z]/i.test(text) && (isDayLike(text) || dateIn(text, now) !== undefined));

/** `Swiss francs` */
const lengthOfName = (words: readonly string[]) => longest(words, (text) => codesNamed(text).length > 0);

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

function itemIn(word: string, now: number, command?: string): Item {
  if (/^(latest|newest|current|now)$/i.test(word)) return { shape: 'n' };
  if (/^(to|until|till|through|-|–)$/i.test(word)) return { isRange: true };
  if (/^(in|into|from|on|for|of|at|and|is|as|=|@)$/i.test(word)) return {};
  const takesDays = command === 'convert' || command === 'historical';
  const item = datesIn(word, now, takesDays) ?? codesIn(word) ?? pairIn(word) ?? amountIn(word);
  return item ?? { shape: 'u', codes: [word] };
}

/** `250`, `250EUR`, `€250`, `- 250`, and `1 0`, which PowerShell makes of `1,0`: `convert` refuses that. */
function amountIn(word: string): Item | undefined {
  const form = /^([^\d.,+−–—-]*)((?:[+−-]|[−–—-]\s+)?[.,]?\d(?:.*\d)?(?:k(?![a-z]))?)(\D*)$/i;
  const [, before = '', number = '', after = ''] = form.exec(word) ?? [];
  const name = before || after;
  const { codes = [], shape = '' } = codesIn(name) ?? pairIn(name) ?? {};
  const isNamed = !(before && after) && (name === '' ? shape === '' : /^[c?p]$/.test(shape));
  const isAmount = readAmount(number).length > 0 || /^[-+−]?\d[\d\s.,]*$/.test(word);
  return isNamed && isAmount ? { amounts: [number], codes, shape: `a${shape}` } : undefined;
}

function codesIn(word: string): Item | undefined {
  const texts = codeIn(word) ? [word] : word.split(/[\s,]+/).filter(Boolean);
  const codes = texts.flatMap((text) => codeIn(text) ?? []);
  if (codes.length === 0 || codes.length < texts.length) return undefined;
  return { codes, shape: codes.length > 1 ? 'l' : letterOf(codes[0]) };
}

/** `EUR/USD`, `eurusd`, `EUR-USD`, `EUR:USD`, `EUR>USD`, `eur2usd` */
function pairIn(word: string): Item | undefined {
  const [, from = '', to = ''] =
    /^([a-z]{3})([a-z]{3})$/i.exec(word) ?? /^([^\s,]+?)(?:[/:_2→=-]|[=-]?>)([^\s,]+)$/.exec(word) ?? [];
  const codes = [codeIn(from), codeIn(to)].filter((code) => code !== undefined);
  if (codes.length < 2) return undefined;
  return { codes, shape: codes.some((code) => letterOf(code) === '?') ? '??' : 'p' };
}

function codeIn(text: string) {
  const hundredth = hundredthIn(text);
  if (hundredth) return hundredth.name;
  const code = parseCode(text);
  if (code && shortNameOf(code)) return code;
  return codesMeant(text).length > 0 ? text : undefined;
}

const letterOf = (code = '') => (codesMeant(code).length > 1 ? '?' : 'c');

function datesIn(word: string, now: number, takesDays = false): Item | undefined {
  const date = dateIn(word, now, takesDays);
  if (date) return date;
  // two days, or none: the command that reads it reports which
  if (/\D/.test(word) && isDayLike(word)) return { dates: [word], shape: 'D' };

  const [from = '', to = '', ...rest] = word.split(/\.{2,3}|[:–]|(?<=^\d{4})-(?=\d{4}$)/);
  // `2024-01-01..05`
  const end = from.slice(0, Math.max(0, from.length - to.length)) + to;
  const dates = [from, end].flatMap((text) => dateIn(text, now)?.dates ?? []);
  return dates.length < 2 || to === '' || rest.length > 0 ? undefined : { dates, isRange: true, shape: 'ww' };
}

function dateIn(word: string, now: number, takesDays = false): Item | undefined {
  const [, span] = /^-?(\d+[dwmy])$/i.exec(word) ?? [];
  if (span) return { dates: [span.toLowerCase()], shape: takesDays ? 'd' : 'w' };

  const relative = /^(this|last|previous|past)[ -](week|month|quarter|year)$/i;
  const [, which = '', period = ''] = relative.exec(word) ?? [];
  const name = `${/this/i.test(which) ? 'this' : 'last'}-${period}`.toLowerCase();
  if (period) return { dates: [name], shape: 'w' };

  if (writtenDay(word, now)) return { dates: [word], shape: 'd' };
  const { first = '' } = writtenPeriod(word, now) ?? {};
  return first >= firstDay && first < '2100' ? { dates: [word], shape: 'w' } : undefined;
}
