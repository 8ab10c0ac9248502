import { likelyDay, likelyMonth, parseDay } from '../../calendar/day.ts';
import { readAmount } from '../../rates/amount.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import { alternativeNames, currencyNames } from '../../rates/currencies.ts';

interface SortedDate {
  readonly text: string;
  readonly whole: boolean;
}

export interface SortedWords {
  readonly dates: readonly SortedDate[];
  readonly amounts: readonly string[];
  readonly codes: readonly Code[];
  readonly newest: boolean;
  readonly range: boolean;
}

/** Undefined if a word is none of these. */
export function sortWords(words: readonly string[], command?: string): SortedWords | undefined {
  const parts = words.map((word) => sortWord(word, command === 'convert'));
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const dates = known.flatMap((part) => part.dates ?? []);
  const amounts = known.flatMap((part) => part.amounts ?? []);
  const codes = [...new Set(known.flatMap((part) => part.codes ?? []))];
  const newest = known.some((part) => part.newest);
  const range = known.some((part) => part.range);
  // `2024 EUR USD` without a command: a year is asked for with one
  const [first = ''] = words;
  if (!command && codes.length > 1 && /^\d{4}$/.test(first))
    return { dates: dates.slice(1), amounts: [first, ...amounts], codes, newest, range };
  return { dates, amounts, codes, newest, range };
}

type Part = Partial<SortedWords>;

/** Undefined if the word is strange. */
function sortWord(word: string, amountsFirst: boolean): Part | undefined {
  if (/^(latest|newest|current|now)$/i.test(word)) return { newest: true };
  if (/^(to|until|till|through|-|–)$/i.test(word)) return { range: true };
  if (/^(in|into|from|on|for|of|at|and)$/i.test(word)) return {};
  const amount = amountIn(word);
  if (amount && amountsFirst) return amount;
  return datesIn(word) ?? codesIn(word) ?? amount;
}

function amountIn(word: string): Part | undefined {
  const [, number = word, letters] = /^(.*\d)([a-z]{3})$/i.exec(word) ?? [];
  const codes = letters === undefined ? {} : codesIn(letters);
  if (!codes || readAmount(number).is === 'unreadable') return undefined;
  return { amounts: [number], ...codes };
}

function codesIn(word: string): Part | undefined {
  const codes = word.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [parseCode(text)]));
  const known = codes.filter(
    (code): code is Code => !!code && (currencyNames.has(code) || alternativeNames.has(code)),
  );
  return known.length === 0 || known.length < codes.length ? undefined : { codes: known };
}

function datesIn(word: string): Part | undefined {
  const date = dateIn(word);
  if (date) return { dates: [date] };
  const [, year, quarter] = /^(\d{4})-?Q([1-4])$/i.exec(word) ?? [];
  const ends = year
    ? [-2, 0].map((back) => `${year}-${String(Number(quarter) * 3 + back).padStart(2, '0')}`)
    : word.split(/\.{2,3}|[:–]/);
  const [from, to, ...rest] = ends.map(dateIn);
  return !from || !to || rest.length > 0 ? undefined : { dates: [from, to], range: true };
}

function dateIn(word: string): SortedDate | undefined {
  const lower = word.toLowerCase();
  if (lower === 'today' || lower === 'yesterday') return { text: lower, whole: false };
  const day = parseDay(word) ?? likelyDay(word);
  if (day) return { text: day, whole: false };
  const month = likelyMonth(word) ?? (/^(1999|20\d\d)$/.test(word) ? word : undefined);
  return month ? { text: month, whole: true } : undefined;
}
