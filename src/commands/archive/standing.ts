import {
  addDays,
  countDays,
  type Day,
  dayAt,
  eachDay,
  firstDay,
  monthOf,
  parseDay,
} from '../../calendar/day.ts';
import { type Calendar, lastFinal } from '../../calendar/publishing.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Remembered } from '../../store/remembered.ts';
import type { Store } from '../../store/store.ts';
import type { Memory } from './memory.ts';

/** The remembered first day; undefined also for one that only a wrong clock can have given. */
export function rememberedStart(start: Remembered<Day>, { calendar, now }: Publishing): Day | undefined {
  const day = start.read();
  const isPossible = day && firstDay <= day && day <= dayAt(now);
  return isPossible ? laterOf(day, calendar.first ?? firstDay) : undefined;
}

/**
 * As remembered; in a store that was moved, where its days begin; else the first of the month.
 * @param held stored days, ascending @throws Failure
 */
export function firstOfArchive(start: Remembered<Day>, held: readonly Day[], publishing: Publishing): Day {
  const today = dayAt(publishing.now);
  const ofMonth = `${monthOf(today)}-01` as Day;
  const text = start.text();
  if (text !== undefined && !parseDay(text))
    throw new Failure(
      'damaged',
      `${start.path} is damaged: it does not contain a day`,
      forUser('archive', '--since', held[0] ?? ofMonth).in((line) => `give it again, such as: ${line}`),
    );

  const found = beginningOf(held.filter((day) => day <= today)) ?? ofMonth;
  const { first = firstDay } = publishing.calendar;
  return rememberedStart(start, publishing) ?? laterOf(found, first);
}

export const laterOf = (day: Day, other: Day): Day => (day < other ? other : day);

/** The first day of those up to the newest one; whoever looks up a day by itself begins no archive. */
function beginningOf(held: readonly Day[]): Day | undefined {
  const isAfterHole = (day: Day, at: number) => countDays(held[at - 1] ?? day, day) - 2 > longestHole;
  return held[Math.max(0, held.findLastIndex(isAfterHole))];
}

const longestHole = 7;

interface Publishing {
  readonly calendar: Calendar;
  readonly now: number;
}

/** Days that are due: on which the source publishes, or did so all the same. */
export function daysSince(since: Day, store: Store, { calendar, now }: Publishing): Day[] {
  const stored = new Set(store.days());
  const isDue = (day: Day) => calendar.publishes(day) || stored.has(day);
  return [...eachDay(since, lastFinal(calendar, now))].filter(isDue);
}

interface Extent {
  /** The first day of the archive; undefined if there is none yet. */
  readonly since: Day | undefined;
  /** The newest stored day. */
  readonly newest: Day | undefined;
}

/** @param files stored days, ascending @throws Failure */
export function extentOf({ start, lastRun }: Memory, files: readonly Day[], publishing: Publishing): Extent {
  const newest = files.at(-1);
  const isBegun = newest || start.text() !== undefined || lastRun.exists();
  return { newest, since: isBegun ? firstOfArchive(start, files, publishing) : undefined };
}

/**
 * Days that are due and not stored after the newest stored one, whether the source has rates of them or not.
 */
export function daysBehind({ since, newest }: Extent, { calendar, now }: Publishing): Day[] {
  if (!since) return [];
  const first = newest ? laterOf(addDays(newest, 1), since) : since;
  return [...eachDay(first, lastFinal(calendar, now))].filter(calendar.publishes);
}

/** How the days of an archive are. */
export interface Standing {
  readonly held: number;
  /** Days without rates before the newest stored one. */
  readonly gaps: readonly Day[];
  /** Days before the newest stored one that are left to a later run, or a later quota. */
  readonly waiting: readonly Day[];
  readonly behind: readonly Day[];
}

interface HeldDays {
  readonly store: Store;
  readonly isKnownGap: (day: Day) => boolean;
}

/** @param days since the first of the archive */
export function standingOf(
  days: readonly Day[],
  { store, isKnownGap }: HeldDays,
  { since, newest, ...publishing }: Extent & Publishing,
): Standing {
  const stored = new Set(store.days());
  const lacking = days.filter((day) => !stored.has(day));
  const before = lacking.filter((day) => newest && day < newest);
  return {
    held: days.length - lacking.length,
    gaps: before.filter(isKnownGap),
    waiting: before.filter((day) => !isKnownGap(day)),
    behind: daysBehind({ since, newest }, publishing),
  };
}
