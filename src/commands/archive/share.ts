import type { Day } from '../../calendar/day.ts';
import { mostTries } from '../../sources/oxr/service.ts';
import type { Usage } from '../../sources/source.ts';

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
  /** How many new days it leaves out. */
  readonly newDaysLeft: number;
  /** More backfill waits, to leave the reserve. */
  readonly isKeptBack: boolean;
}

/** Newest first: new days up to the quota, backfill from what is left above the reserve. */
export function shareOf({ missing, newSince, most, left, reserve }: Situation): Share {
  const newDays = missing.filter((day) => day >= newSince).length;
  const newest = Math.min(newDays, most, left ?? most);
  const room = left === undefined ? most : Math.max(0, left - newest - reserve);
  const wanted = Math.min(most - newest, missing.length - newDays);

  return {
    days: missing.slice(missing.length - newest - Math.min(wanted, room)),
    newDaysLeft: newDays - newest,
    isKeptBack: room < wanted,
  };
}

/** Requests for the share: a lost answer of a new day may draw on the reserve, one of backfill may not. */
export function boundOf({ days }: Pick<Share, 'days'>, { newSince, most, left, reserve }: Situation): number {
  if (left === undefined) return most;
  const retries = days.filter((day) => day >= newSince).length * (mostTries - 1);
  return Math.min(most, left, Math.max(days.length + retries, left - reserve));
}

/** One request for each day until the quota resets, and a tenth of the quota for look-ups. */
export function reserveOf(usage: Pick<Usage, 'quota' | 'daysRemaining'> | undefined): number {
  if (usage?.quota === undefined) return 0;
  return (usage.daysRemaining ?? 31) + Math.ceil(usage.quota / 10);
}
