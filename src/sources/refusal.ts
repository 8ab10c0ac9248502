import { Failure } from '../errors.ts';
import type { Hint } from '../hint.ts';

/** The source refuses a request, and would refuse the same one again. */
export class Refused extends Failure {
  constructor(
    readonly kind: RefusalKind,
    { code, message, hints }: Failure,
    readonly feature?: Feature | undefined,
    /** The response's `Date`, in milliseconds since 1970. */
    readonly served?: number | undefined,
  ) {
    super(code, message, ...hints);
  }
}

export type RefusalKind = 'not_available' | 'invalid_base' | 'not_allowed' | 'key' | 'quota' | 'other';

/** What a plan may lack. */
export type Feature = 'time series' | 'symbols' | 'base';

/** Nothing could be asked: there is no key, no way to the source, or no place to keep what comes. */
export class Unasked extends Failure {
  constructor(
    { code, message, hints }: Failure,
    /** Fits after "and". */
    readonly why = message,
    /** Hints that help also where most of the days are stored. */
    readonly ways: readonly Hint[] = [],
  ) {
    super(code, message, ...hints, ...ways);
  }
}
