import type { Day } from '../calendar/day.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** Where the days come from that are served. */
export interface DaySource {
  /**
   * The days of the run that there are, each with base USD, whole, its codes sorted; a day absent from the answer is
   * not available. Rejects with a ServiceError to answer with that error.
   */
  days(
    first: Day,
    last: Day,
    options: { readonly alternative: boolean; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<Day, DayRates>>;
}
