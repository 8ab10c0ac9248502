import type { Accounts } from './account.ts';
import type { DaySource } from './source.ts';

/** What is served, and to whom. */
export interface Service {
  readonly source: DaySource;
  readonly accounts: Accounts;
  /** Milliseconds since 1970; it says which day is running, and is every answer's `Date`. */
  readonly now: () => number;
}

/** One request, its method and path dealt with. */
export interface Request extends Service {
  readonly query: URLSearchParams;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}
