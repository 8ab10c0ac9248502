import type { Day } from '../calendar/day.ts';
import type { Failure } from '../errors.ts';
import type { Gaps } from '../store/gaps.ts';
import type { Store } from '../store/store.ts';
import type { DayState } from './plan.ts';

/** What is known beforehand, and may be used. */
export interface Known {
  readonly store: Store;
  readonly gaps: Gaps;
  /** Also what is held, and gaps, is asked for again. */
  readonly refresh: boolean;
  /** Told what cannot be written beside the days: claims, gaps. */
  readonly onTrouble: (failure: Failure) => void;
}

export function stateOf({ store, gaps, refresh }: Known, day: Day): DayState {
  if (refresh) return 'missing';
  if (store.holds(day)) return 'held';
  return gaps.has(day) ? 'gap' : 'missing';
}
