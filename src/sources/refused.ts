import { Failure } from '../errors.ts';

/** Refusals are final: the same request would be refused again. */
export type RefusalKind = 'not_available' | 'invalid_base' | 'not_allowed' | 'key' | 'quota' | 'other';

export type Feature = 'time series' | 'symbols' | 'base';

export class Refused extends Failure {
  constructor(
    readonly kind: RefusalKind,
    { exitCode, message, hints }: Failure,
    /** What the plan lacks, if the service says so. */
    readonly feature?: Feature | undefined,
    /** The response's `Date`, in milliseconds since 1970. */
    readonly served?: number | undefined,
  ) {
    super(exitCode, message, ...hints);
  }
}
