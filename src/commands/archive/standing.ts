import { type Day, eachDay, lastFinishedDay } from '../../calendar/day.ts';
import type { Source } from '../../sources/source.ts';
import type { Gaps } from '../../store/remembered.ts';
import type { Store } from '../../store/store.ts';

/** Finished days on which the source publishes. */
export function daysSince(since: Day, source: Pick<Source, 'publishes'>, now: number): Day[] {
  return [...eachDay(since, lastFinishedDay(now))].filter((day) => source.publishes?.(day) ?? true);
}

/** @param waitsTo older days than the newest stored one wait up to here; what else is missing is due */
export function standingOf(
  days: readonly Day[],
  { store, gaps }: { readonly store: Store; readonly gaps: Gaps },
  newest: Day | undefined,
  waitsTo: Day | null | undefined,
) {
  const standing = { held: 0, gaps: [] as Day[], waiting: [] as Day[], behind: [] as Day[] };
  for (const day of days) {
    if (store.holds(day)) standing.held++;
    else if (gaps.isKnown(day)) standing.gaps.push(day);
    else if (newest && waitsTo && day < newest && day <= waitsTo) standing.waiting.push(day);
    else standing.behind.push(day);
  }
  return standing;
}
