import type { Day } from '../../calendar/day.ts';
import type { Column, Layout } from '../../output/records.ts';
import { tableOfRecords } from '../../output/table/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { grouped } from '../../words.ts';

export interface Difference {
  readonly date: Day;
  readonly code: string;
  /** Undefined where the held day lacks the code. */
  readonly held: number | undefined;
  /** Undefined where the given day lacks it. */
  readonly given: number | undefined;
}

export const differenceColumns: readonly Column<Difference>[] = [
  { name: 'date', kind: 'date', of: ({ date }) => date },
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'held', kind: 'number', optional: true, of: ({ held }) => held },
  { name: 'given', kind: 'number', optional: true, of: ({ given }) => given },
];

export function differences(held: DayRates, given: DayRates): Difference[] {
  const date = held.day;
  const codes = [...new Set([...held.rates.keys(), ...given.rates.keys()])].sort();
  return codes
    .map((code) => ({ date, code, held: held.rates.get(code), given: given.rates.get(code) }))
    .filter((each) => each.held !== each.given);
}

/** On a screen; `-f csv` shows all. */
const mostShown = 10;

export function differenceTable(differing: readonly Difference[], layout: Layout): string {
  const isOnScreen = Number.isFinite(layout.width);
  const items = isOnScreen ? differing.slice(0, mostShown) : differing;
  const more = differing.length - items.length;
  const rest = more > 0 ? `and ${grouped(more)} more; -f csv shows all\n` : '';
  return tableOfRecords({ columns: differenceColumns, items }, layout) + rest;
}
