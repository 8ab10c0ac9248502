import type { Accounts } from './account.ts';
import type { DaySource, Origin } from './source.ts';

/** What is served, and to whom. */
export interface Service {
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
}

/** One request, its method and path dealt with. */
export interface Request extends Service {
  readonly query: URLSearchParams;
  /** Told where its days came from. */
  readonly tell: (origin: Origin) => void;
}
