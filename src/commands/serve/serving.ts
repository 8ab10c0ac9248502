import type { Day } from '../../calendar/day.ts';
import { count } from '../../words.ts';

/** @param most requests that may be spent in a day; undefined offline */
export function servingLine(stored: readonly Day[], most: number | undefined): string {
  if (stored.length === 0 && most === undefined) return 'no days are stored, so none are served';
  const days = stored.length === 0 ? 'no days' : count(stored.length, 'day');
  const are = `${days} ${stored.length === 1 ? 'is' : 'are'} stored`;
  if (most === undefined) return `${are}; no others are served`;
  return `${are}; others are fetched, for at most ${count(most, 'request')} a day`;
}

export function exampleLine(url: string, day: Day): string {
  return `try: curl '${url}/historical/${day}.json?app_id=me'`;
}
