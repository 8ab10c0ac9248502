import type { Day } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import { Gaps } from '../store/gaps.ts';
import { Inbox } from '../store/inbox.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { DayWriter } from './day-writer.ts';
import { type DayOutcome, isGap } from './fetched.ts';
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
  readonly inbox: Inbox;
  readonly writer: DayWriter;
}

/** What is known of the service whose days lie at these places. */
export function knownOf(options: StoreOptions, use: Use): Known {
  const { places, now } = options;
  const store = new Store(options);
  const inbox = new Inbox(places.arrived, now);
  return {
    ...use,
    store,
    gaps: new Gaps(places.gaps, now),
    inbox,
    writer: new DayWriter(store, inbox, now),
  };
}

export function stateOf({ store, gaps, refresh }: Known, day: Day): DayState {
  if (refresh) return 'missing';
  if (store.holds(day)) return 'held';
  return gaps.has(day) ? 'gap' : 'missing';
}

/** Remembers whether the day is a gap. */
export function learn(outcome: DayOutcome, { store, gaps, onTrouble }: Known): void {
  const { day } = outcome;
  try {
    if (!isGap(outcome)) gaps.forget(day);
    else if (outcome.gap === 'not available' && store.mayKeep(day, outcome.served))
      gaps.remember(day, outcome.served);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    onTrouble(error);
  }
}
