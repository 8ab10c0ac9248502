import type { Hint } from '../hint.ts';
import type { Visitor } from './http/visitor.ts';

/** Who asks a source; only a service with keys needs more than a visitor has. */
export interface Subscriber extends Visitor {
  readonly appId: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  readonly concurrency: number;
  /** The folder in which is remembered what the plan allows; undefined: nothing is remembered. */
  readonly state: string | undefined;
  /** Seconds from one publication of that service to the next; undefined if it has not told. */
  readonly updateFrequency: (service: string) => number | undefined;
}

/** Where a key comes from, in words, in case it is refused. */
export interface KeyOrigin {
  readonly from: string;
  /** How to give another one. */
  readonly hint: Hint;
}
