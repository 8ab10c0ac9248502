import type { Day } from '../calendar/day.ts';
import type { Failure } from '../errors.ts';
import { Arrivals } from '../store/arrivals.ts';
import { Gaps } from '../store/gaps.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { Keeper } from './keeper.ts';
import type { DayState } from './plan.ts';

interface Use {
  /** Also what is held, and gaps, is asked for again. */
  readonly refresh: boolean;
  /** Told what cannot be written beside the days: claims, gaps. */
  readonly onTrouble: (failure: Failure) => void;
}

/** What is known beforehand, and may be used. */
export interface Known extends Use {
  readonly store: Store;
  readonly gaps: Gaps;
  readonly arrivals: Arrivals;
  readonly keeper: Keeper;
}

/** What is known of the service whose days lie at these places. */
export function knownOf(options: StoreOptions, use: Use): Known {
  const { places, now } = options;
  const store = new Store(options);
  const arrivals = new Arrivals(places.arrived, now);
  return {
    ...use,
    store,
    gaps: new Gaps(places.gaps, now),
    arrivals,
    keeper: new Keeper(store, arrivals, now),
  };
}

export function stateOf({ store, gaps, refresh }: Known, day: Day): DayState {
  if (refresh) return 'missing';
  if (store.holds(day)) return 'held';
  return gaps.has(day) ? 'gap' : 'missing';
}
