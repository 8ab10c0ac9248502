import { basename, dirname } from 'node:path';
import { addDays, type Day, eachDay } from '../../calendar/day.ts';
import type { DayRun } from '../../calendar/runs.ts';
import type { Column } from '../../output/records.ts';
import type { Source } from '../../sources/source.ts';

type Publisher = Pick<Source, 'calendar'>;

export interface Stored {
  /** That of its store. */
  readonly name: string;
  readonly source?: Publisher | undefined;
  /** At least one, ascending. */
  readonly days: readonly Day[];
  readonly bytes: number;
}

export const storedColumns: readonly Column<Stored>[] = [
  { name: 'service', kind: 'text', of: ({ name }) => dirname(name) },
  { name: 'folder', kind: 'text', of: ({ name }) => basename(name) },
  { name: 'days', kind: 'integer', of: ({ days }) => days.length },
  { name: 'first', kind: 'date', of: ({ days }) => days.at(0) },
  { name: 'last', kind: 'date', of: ({ days }) => days.at(-1) },
  { name: 'holes', kind: 'integer', of: (stored) => holesIn(stored.days, stored.source).length },
  // over what 32 bits can have
  { name: 'bytes', kind: 'number', of: ({ bytes }) => bytes },
  {
    name: 'years',
    kind: 'text',
    of: ({ days }) => Array.from(countedBy(days, 4), (year) => year.join(':')).join(' '),
    json: ({ days }) => countedBy(days, 4),
  },
];

/** How many days there are of each year (4 characters) or month (7). */
export function countedBy(days: readonly Day[], length: 4 | 7): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) {
    const unit = day.slice(0, length);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

export const publishedIn = (days: Iterable<Day>, source?: Publisher) =>
  [...days].filter((day) => source?.calendar.publishes(day) ?? true);

/**
 * Runs of days missing between the stored ones. A day without publication is no hole, and parts none.
 * @param days ascending
 */
export function holesIn(days: readonly Day[], source?: Publisher): DayRun[] {
  return days.slice(1).flatMap((day, at) => {
    const lacking = publishedIn(eachDay(addDays(days[at] ?? day, 1), addDays(day, -1)), source);
    const first = lacking[0];
    const last = lacking.at(-1);
    return first && last ? [{ first, last, length: lacking.length }] : [];
  });
}
