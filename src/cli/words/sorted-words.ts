import { likelyDay, likelyMonth, parseDay } from '../../calendar/day.ts';
import { readAmount } from '../../rates/amount.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import { alternativeNames, currencyNames } from '../../rates/currencies.ts';

interface SortedDate {
  /** As ratebook reads it. */
  readonly text: string;
  /** A month or a year. */
  readonly whole: boolean;
}

/** What the words of a command line are, whatever their order. */
export interface SortedWords {
  readonly dates: readonly SortedDate[];
  readonly amounts: readonly string[];
  readonly codes: readonly Code[];
  /** `latest` or another word for it. */
  readonly newest: boolean;
  /** The dates are the ends of a range. */
  readonly range: boolean;
}

/** Undefined if a word is none of these. */
export function sortWords(words: readonly string[], command?: string): SortedWords | undefined {
  const parts = words.map((word) => partsOf(word, command === 'convert'));
  if (parts.includes(undefined)) return undefined;
  const all = parts.flatMap((part) => part ?? []);
  const sorted = sort(all);
  // `2024 EUR USD` without a command: a year is asked for with one
  const isAmount = !command && sorted.codes.length > 1 && /^\d{4}$/.test(words[0] ?? '');
  if (!isAmount) return sorted;
  return { ...sorted, dates: sorted.dates.slice(1), amounts: [words[0] ?? '', ...sorted.amounts] };
}

type Part =
  | { readonly is: 'date'; readonly date: SortedDate }
  | { readonly is: 'amount'; readonly text: string }
  | { readonly is: 'code'; readonly code: Code }
  | { readonly is: 'newest' | 'range' };

function sort(parts: readonly Part[]): SortedWords {
  return {
    dates: parts.flatMap((part) => (part.is === 'date' ? [part.date] : [])),
    amounts: parts.flatMap((part) => (part.is === 'amount' ? [part.text] : [])),
    codes: [...new Set(parts.flatMap((part) => (part.is === 'code' ? [part.code] : [])))],
    newest: parts.some(({ is }) => is === 'newest'),
    range: parts.some(({ is }) => is === 'range'),
  };
}

/** Undefined if the word is strange. */
function partsOf(word: string, amountsFirst: boolean): readonly Part[] | undefined {
  if (/^(latest|newest|current|now)$/i.test(word)) return [{ is: 'newest' }];
  if (/^(to|until|till|through|-|–)$/i.test(word)) return [{ is: 'range' }];
  if (/^(in|into|from|on|for|of|at|and)$/i.test(word)) return [];
  const amount = amountIn(word);
  if (amount && amountsFirst) return amount;
  return datesIn(word) ?? codesIn(word) ?? amount;
}

/** `250`, `250EUR` */
function amountIn(word: string): readonly Part[] | undefined {
  const [, number = word, letters] = /^(.*\d)([a-z]{3})$/i.exec(word) ?? [];
  const codes = letters === undefined ? [] : codesIn(letters);
  if (!codes || readAmount(number).is === 'unreadable') return undefined;
  return [{ is: 'amount', text: number }, ...codes];
}

/** `EUR`, `EUR,USD`, and `EUR,` with a blank after it */
function codesIn(word: string): readonly Part[] | undefined {
  const codes = word.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [parseCode(text)]));
  const known = codes.filter((code) => code && (currencyNames.has(code) || alternativeNames.has(code)));
  if (known.length === 0 || known.length < codes.length) return undefined;
  return known.map((code) => ({ is: 'code', code: code as Code }));
}

/** `2024-1-7`, `2024-01`, `2024-01..2024-03`, `2024-Q1` */
function datesIn(word: string): readonly Part[] | undefined {
  const date = dateIn(word);
  if (date) return [{ is: 'date', date }];
  const [, year, quarter] = /^(\d{4})-?Q([1-4])$/i.exec(word) ?? [];
  const ends = year
    ? [-2, 0].map((back) => `${year}-${String(Number(quarter) * 3 + back).padStart(2, '0')}`)
    : word.split(/\.{2,3}|[:–]/);
  const [from, to, ...rest] = ends.map(dateIn);
  if (!from || !to || rest.length > 0) return undefined;
  return [{ is: 'date', date: from }, { is: 'range' }, { is: 'date', date: to }];
}

function dateIn(word: string): SortedDate | undefined {
  const lower = word.toLowerCase();
  if (lower === 'today' || lower === 'yesterday') return { text: lower, whole: false };
  const day = parseDay(word) ?? likelyDay(word);
  if (day) return { text: day, whole: false };
  const month = likelyMonth(word) ?? (/^(1999|20\d\d)$/.test(word) ? word : undefined);
  return month ? { text: month, whole: true } : undefined;
}
