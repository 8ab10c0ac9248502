import type { Day } from '../calendar/day.ts';

interface Situation {
  /** The days that the archive lacks, ascending. */
  readonly missing: readonly Day[];
  /** Missing days from here on are new ones; older ones are backfill. */
  readonly newSince: Day;
  /** Requests that one run spends at most. */
  readonly most: number;
  /** Requests left of the quota; nothing where that is unknown or unlimited. */
  readonly left: number | undefined;
  /** Requests that backfill leaves for new days and look-ups. */
  readonly reserve: number;
}

/** What one run of the archive asks for. */
export interface Share {
  /** Ascending. */
  readonly days: readonly Day[];
  /** Missing new days that the quota has no room for. */
  readonly newDaysLeft: number;
  /** Whether the reserve, or the quota's end, keeps backfill from going on. */
  readonly isKeptBack: boolean;
}

/** The newest days first: new ones as far as the quota goes, backfill only with what is left above the reserve. */
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
