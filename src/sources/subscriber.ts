import type { Visitor } from './http/visitor.ts';

/** Who asks a source; only a service with keys needs more than a visitor has. */
export interface Subscriber extends Visitor {
  readonly appId: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  readonly concurrency: number;
  /** The folder of what is remembered of its plan; undefined: nothing is. */
  readonly state: string | undefined;
  /** Seconds from one publication of that service to the next, as far as it has told. */
  readonly updateFrequency: (service: string) => number | undefined;
}

/** In words, for a key that is refused. */
export interface KeyOrigin {
  readonly from: string;
  /** How to give another one. */
  readonly hint: string;
}
