import { type Day, eachDay } from '../../src/calendar/day.ts';

/** Of `EUR 0.9 GBP 0.8`. */
export const pairs = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])));

/** Of `2024-01-17` or `2024-01-01..2024-01-31`. */
export function daysOf(range: string): Day[] {
  const [first = '', last = first] = range.split('..');
  return [...eachDay(first as Day, last as Day)];
}

/** `DD` in a rate is the day of the month. */
export const ratesOn = (day: string, rates: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, Number(rate.replace('DD', day.slice(8)))]));
