import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';

export interface Currency {
  readonly code: Code;
  /** Empty if only the service knows the currency. */
  readonly name: string;
  /** Undefined if it has no minor unit. */
  readonly decimals: number | undefined;
  /** First stored day. */
  readonly first?: Day;
  readonly last?: Day;
}

export const currencyColumns = ['code', 'name', 'decimals', 'first', 'last'] as const;
