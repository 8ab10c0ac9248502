import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';

/** Rates of one day per 1 unit of the base, in the order in which they are shown. */
export interface DayRates {
  readonly day: Day;
  readonly base: Code;
  readonly rates: ReadonlyMap<Code, number>;
  /** Seconds since 1970 at which they were published; unknown for days of a time series. */
  readonly timestamp?: number | undefined;
  readonly disclaimer?: string | undefined;
  readonly license?: string | undefined;
}
