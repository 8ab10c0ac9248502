import type { Day } from '../calendar/day.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** Whether days were at hand or had to be fetched, and what that cost in requests. */
export interface Origin {
  readonly fetched: boolean;
  readonly cost: number;
}

/** Where the days come from that are served. */
export interface DaySource {
  /**
   * The days of the run that there are, each with base USD, whole, its codes sorted; a day absent from the answer is
   * not available. Rejects with a ServiceError to answer with that error.
   */
  days(
    first: Day,
    last: Day,
    options: {
      readonly alternative: boolean;
      readonly tell: (origin: Origin) => void;
    },
  ): Promise<ReadonlyMap<Day, DayRates>>;
}
