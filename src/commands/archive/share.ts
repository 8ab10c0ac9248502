import type { Day } from '../../calendar/day.ts';

interface Situation {
  readonly missing: readonly Day[];
  /** The first new day; older missing days are backfill. */
  readonly newSince: Day;
  readonly most: number;
  /** Requests left of the quota; undefined if unknown or unlimited. */
  readonly left: number | undefined;
  readonly reserve: number;
}

export interface Share {
  readonly days: readonly Day[];
  /** Missing new days that exceed the quota. */
  readonly newDaysLeft: number;
  readonly isKeptBack: boolean;
}

/** Newest first: new days up to the quota, backfill from what is left above the reserve. */
export function shareOf({ missing, newSince, most, left, reserve }: Situation): Share {
  const newDays = missing.filter((day) => day >= newSince);
  const backfill = missing.filter((day) => day < newSince);
  const newest = last(newDays, Math.min(most, left ?? most));
  const room = left === undefined ? most : Math.max(0, left - newest.length - reserve);
  const wanted = Math.min(most - newest.length, backfill.length);
  return {
    days: [...last(backfill, Math.min(wanted, room)), ...newest],
    newDaysLeft: newDays.length - newest.length,
    isKeptBack: room < wanted,
  };
}

function last(days: readonly Day[], count: number): readonly Day[] {
  return count > 0 ? days.slice(-count) : [];
}
