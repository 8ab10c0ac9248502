import { writtenDay, writtenPeriod } from '../../calendar/written.ts';
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
  const [from, to, ...rest] = word.split(/\.{2,3}|[:–]/).map(dateIn);
  return !from || !to || rest.length > 0 ? undefined : { dates: [from, to], range: true };
}

/** The forms of days are the same at any time. */
const anyTime = 0;

function dateIn(word: string): SortedDate | undefined {
  if (writtenDay(word, anyTime)) return { text: word, whole: false };
  const isAmount = /^\d{4}$/.test(word) && !/^(1999|20\d\d)$/.test(word);
  return !isAmount && writtenPeriod(word, anyTime) ? { text: word, whole: true } : undefined;
}
