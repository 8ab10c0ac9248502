import type { Day } from '../../calendar/day.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Json } from '../../rates/json.ts';
import type { Accounts } from './account.ts';
import type { Body } from './bodies.ts';

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

/** What is served, and to whom. */
export interface Served {
  readonly source: DaySource;
  readonly accounts: Accounts;
  /** Milliseconds since 1970; it says which day is running, and is every answer's `Date`. */
  readonly now: () => number;
  /** Told of every request that was answered. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

export interface LogEntry {
  readonly method: string;
  /** Path and query, without the key. */
  readonly target: string;
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  /** Where its days came from; nothing where it got none. */
  readonly origin: Origin | undefined;
  /** Why it could not be answered, where the client was not told; for whoever runs the server. */
  readonly fault: string | undefined;
}

/** One request, its method and path dealt with. */
export interface ApiRequest extends Served {
  readonly query: URLSearchParams;
  /** Told where its days came from. */
  readonly tell: (origin: Origin) => void;
  /** The body as the client wants it; made only where it is not at hand from an earlier answer that came from the very same things. */
  readonly render: (from: readonly unknown[], make: () => Json) => Body;
}
