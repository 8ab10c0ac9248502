import type { Json } from '../rates/json-text.ts';
import type { Accounts } from './account.ts';
import type { Body } from './bodies.ts';
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
  /** Why it could not be answered, where the client was not told; for whoever runs the server. */
  readonly fault: string | undefined;
}

/** One request, its method and path dealt with. */
export interface Request extends Service {
  readonly query: URLSearchParams;
  /** Told where its days came from. */
  readonly tell: (origin: Origin) => void;
  /** The body as the client wants it; made only where it is not at hand from an earlier answer that came from the very same things. */
  readonly render: (from: readonly unknown[], make: () => Json) => Body;
}
