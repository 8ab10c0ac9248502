import { countDays, type Day, dayAt, eachDay, monthOf, parseDay } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Source } from '../../sources/source.ts';
import type { Remembered } from '../../store/remembered.ts';
import type { Store } from '../../store/store.ts';

/**
 * As remembered; in a store that was moved, where its days begin; else the first of the month.
 * @param held stored days, ascending @throws Failure
 */
export function firstDay(start: Remembered<Day>, held: readonly Day[], now: number): Day {
  const today = dayAt(now);
  const text = start.text();
  const remembered = parseDay(text ?? '');
  if (text !== undefined && !remembered)
    throw new Failure(
      'damaged',
      `${start.path} is damaged: it does not contain a day`,
      forUser('archive', '--since', held[0] ?? `${monthOf(today)}-01`).in(
        (line) => `give it again, such as: ${line}`,
      ),
    );

  // a remembered day in the future comes from a wrong clock
  if (remembered && remembered <= today) return remembered;
  const found = text === undefined ? beginningOf(held.filter((day) => day <= today)) : undefined;
  return found ?? (`${monthOf(today)}-01` as Day);
}

/** The first day of those up to the newest one; whoever looks up a day by itself begins no archive. */
function beginningOf(held: readonly Day[]): Day | undefined {
  const isAfterHole = (day: Day, at: number) => countDays(held[at - 1] ?? day, day) - 2 > longestHole;
  return held[Math.max(0, held.findLastIndex(isAfterHole))];
}

const longestHole = 7;

interface Publishing {
  readonly source: Pick<Source, 'calendar'>;
  readonly store: Store;
  readonly now: number;
}

/** Days that are due: on which the source publishes, or did so all the same. */
export function daysSince(since: Day, { source, store, now }: Publishing): Day[] {
  const { calendar } = source;
  const isDue = (day: Day) => calendar.publishes(day) || store.holds(day);
  return [...eachDay(since, lastFinal(calendar, now))].filter(isDue);
}

/** How the days of an archive are. */
export interface Standing {
  held: number;
  readonly gaps: Day[];
  /** For a later run, or a later quota. */
  readonly waiting: Day[];
  readonly behind: Day[];
}

interface HeldDays {
  readonly store: Store;
  readonly isKnownGap: (day: Day) => boolean;
}

/** @param waitsBefore days before it wait; what else is missing is due */
export function standingOf(days: readonly Day[], held: HeldDays, waitsBefore: Day | undefined): Standing {
  const standing: Standing = { held: 0, gaps: [], waiting: [], behind: [] };
  for (const day of days) {
    if (held.store.holds(day)) standing.held++;
    else if (held.isKnownGap(day)) standing.gaps.push(day);
    else if (waitsBefore && day < waitsBefore) standing.waiting.push(day);
    else standing.behind.push(day);
  }
  return standing;
}
