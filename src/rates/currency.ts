import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';

/** What is known of a currency, by the names of its columns. */
export interface Currency {
  readonly code: Code;
  /** Empty for one that only the service knows. */
  readonly name: string;
  /** Nothing where it has no minor unit. */
  readonly decimals: number | undefined;
  /** Held days. */
  readonly first?: Day;
  readonly last?: Day;
}

export const currencyColumns = ['code', 'name', 'decimals', 'first', 'last'] as const;
