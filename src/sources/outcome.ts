import type { Day } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';

/**
 * `not available`: so says the source, asked for the day; `no rates`: an answer lacks it; `no base`: no rate for the base;
 * `not published`: it is no day on which the source publishes.
 */
export interface Gap {
  readonly day: Day;
  readonly gap: 'not available' | 'no rates' | 'no base' | 'not held' | 'not published';
  /** The time at the source, in milliseconds since 1970. */
  readonly served?: number | undefined;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

/** What came of days that were asked for together. */
export interface Answer {
  readonly run: DayRun;
  /** Of each day of the run, in order. */
  readonly days: readonly DayOutcome[];
  /** Dates that were not asked for, as the source wrote them. */
  readonly surplus: readonly string[];
  /** As it came, for whoever wants it unread. */
  readonly body?: Buffer;
  /** The time at the source, in milliseconds since 1970. */
  readonly served: number | undefined;
}

export const ratesIn = ({ days }: Pick<Answer, 'days'>): DayRates[] =>
  days.filter((outcome): outcome is DayRates => !isGap(outcome));
