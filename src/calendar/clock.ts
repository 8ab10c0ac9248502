import { type Day, dayAt, dayLength, firstDay, startOf } from './day.ts';

/** What a clock is compared with. */
export interface Evidence {
  /** The newest stored day. */
  readonly newest?: Day | undefined;
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
}

/** Why the clock must be wrong; undefined if nothing contradicts it. @param now milliseconds since 1970 */
export function clockError(now: number, { newest, served }: Evidence): string | undefined {
  const clock = `the clock of this machine is wrong: it says ${dayAt(now)}`;
  if (now < startOf(firstDay)) return `${clock}, before the first rates of 1999`;
  if (newest && startOf(newest) - now > dayLength) return `${clock}, but rates of ${newest} are stored`;
  const isApart = served !== undefined && Math.abs(served - now) > dayLength;
  return isApart ? `${clock}, but the source says ${dayAt(served)}` : undefined;
}
