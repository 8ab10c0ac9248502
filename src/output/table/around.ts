import type { ShownRates } from '../../rates/day-rates.ts';
import { isRunning, notOver, runningLine } from '../../rates/running.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { styleOf } from './style.ts';

/** What the numbers are, which the codes complete. */
export function heading({ base, inverted }: Pick<Document, 'base' | 'inverted'>): string {
  return inverted ? `in ${base}:` : `1 ${base} =`;
}

/** What is said below the rates: that they are derived, and which days are not over. */
export function footOf(days: readonly ShownRates[], document: Document, isTitled: boolean): string[] {
  const { derivedFrom, now, width } = document;
  const lines = derivedFrom ? [`derived from ${derivedFrom} rates, to 10 digits`] : [];
  if (now !== undefined)
    // a title has the time already
    for (const day of days)
      if (isRunning(day, now)) lines.push(isTitled ? notOver(day.day, now) : runningLine(day, now));
  return lines.flatMap((line) => wrap(line, width));
}

export function* quietLines(words: string, document: Document): Generator<string> {
  const { quiet } = styleOf(document);
  for (const line of wrap(words, document.width)) yield quiet(line);
}
