import { addDays, type Day } from '../../calendar/day.ts';
import type { Calendar } from '../../calendar/publishing.ts';
import { euro } from '../../currencies/code.ts';
import type { Library } from '../../fetch/library.ts';
import { planOffline } from '../../fetch/plan.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { DayBatch, DayOutcome } from '../../sources/source.ts';

/** What the rates of a run are taken from. */
export type DaysOfRun = Pick<Library, 'plan' | 'batches' | 'units' | 'stateOf'>;

/**
 * The days of a source that are shown at fixed rates alone: there are no rates to be stored or asked for.
 */
export function fixedDays(library: Library, { publishes }: Pick<Calendar, 'publishes'>): DaysOfRun {
  const outcomeOf = (day: Day): DayOutcome =>
    publishes(day) ? emptyDay(day) : { day, gap: 'not published' };
  return {
    plan: (days) => planOffline(days, publishes),
    batches: async function* (plan): AsyncGenerator<DayBatch> {
      for (const { days } of plan.units) yield days.map(outcomeOf);
    },
    units: library.units.bind(library),
    stateOf: (day) => (publishes(day) ? 'held' : 'gap'),
  };
}

const emptyDay = (day: Day): DayRates => ({ day, base: euro, rates: new Map(), isFinal: true });

/** The last day for which the source should have rates. */
export function lastDue({ due, publishes }: Pick<Calendar, 'due' | 'publishes'>, now: number): Day {
  let day = due(now);
  while (!publishes(day)) day = addDays(day, -1);
  return day;
}
