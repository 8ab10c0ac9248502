/** What a run may use and spend. */
export interface Terms {
  /** The built-in demonstration stands for the service. */
  readonly demo: boolean;
  /** Also alternative, black-market and digital currencies. */
  readonly alternative: boolean;
  /** Days are read from disk, and stored. */
  readonly store: boolean;
  /** Days that are held, and gaps, are asked for again. */
  readonly refresh: boolean;
  /** Days that are not held are gaps. */
  readonly offline: boolean;
  /** Odd rates are treated as lacking. */
  readonly withoutOdd: boolean;
  /** Says what would be asked for, and asks for nothing. */
  readonly dryRun: boolean;
  /** Requests; undefined: a person is asked above what is configured. */
  readonly maxCost: number | undefined;
  /** Nothing needs to be confirmed. */
  readonly yes: boolean;
  /** Requests under way at once, as it was typed; undefined: as configured. */
  readonly concurrency: string | undefined;
}
