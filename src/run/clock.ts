import { clockError, type Evidence } from '../calendar/day.ts';
import { Failure } from '../errors.ts';

interface ClockOptions {
  /** The time of this machine, in milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** The time of a run: that of this machine, or of the source once it has answered, whichever is later. */
export class Clock {
  /** Refuses a wrong clock instead of warning of it. */
  isStrict = false;
  /** Why the clock is wrong; undefined as long as nothing has contradicted it. */
  error: string | undefined;
  /** The time at the source, as last heard; undefined before that. */
  served: number | undefined;

  constructor(private readonly options: ClockOptions) {}

  readonly now = (): number => Math.max(this.options.now(), this.served ?? 0);

  /** Warns once. @throws Failure if the clock is wrong, and the run needs the right day */
  check(evidence: Evidence): void {
    const error = clockError(this.options.now(), evidence);
    if (error && this.isStrict) throw new Failure('bad_clock', error, 'set the clock, and run it again');
    if (error && !this.error) this.options.warn(error);
    if (error || evidence.served !== undefined) this.error = error;
    this.served = evidence.served ?? this.served;
  }
}
