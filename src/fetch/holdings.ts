import type { Day } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import { Gaps } from '../store/gaps.ts';
import { Inbox } from '../store/inbox.ts';
import { RunningDays } from '../store/running-days.ts';
import { SharedClaims } from '../store/shared-claims.ts';
import { Store, type StoreOptions } from '../store/store.ts';
import { Keeper } from './keeper.ts';
import { type DayOutcome, type Gap, isGap } from './outcome.ts';
import type { DayState } from './plan.ts';

interface HoldingsOptions extends StoreOptions {
  readonly refresh: boolean;
  /** Rates of a running day then count however old they are. */
  readonly offline: boolean;
  /** Milliseconds from one publication of the service to the next. */
  readonly updateEvery: () => number;
  readonly onTrouble: (failure: Failure) => void;
}

export class Holdings {
  readonly store: Store;
  readonly running: RunningDays;
  readonly gaps: Gaps;
  readonly inbox: Inbox;
  readonly keeper: Keeper;
  readonly claims: SharedClaims;
  readonly onTrouble: (failure: Failure) => void;
  /** Whatever was held before is fetched again. */
  readonly refresh: boolean;

  constructor({ refresh, offline, updateEvery, onTrouble, ...options }: HoldingsOptions) {
    const { places, now } = options;
    this.store = new Store(options);
    this.running = new RunningDays({ folder: places.running, now, updateEvery, anyAge: offline });
    this.gaps = new Gaps(places.gaps, now);
    this.inbox = new Inbox(places.arrived, now);
    this.keeper = new Keeper(this.store, this.running, this.inbox, now);
    this.claims = new SharedClaims(places.claims);
    this.onTrouble = onTrouble;
    this.refresh = refresh;
  }

  /** For a plan: a damaged file goes aside, and what counts as held is there when its turn comes. */
  takeStock(day: Day): DayState {
    if (this.refresh) return 'missing';
    if (this.store.takeStock(day) || this.running.pin(day)) return 'held';
    return this.gaps.has(day) ? 'gap' : 'missing';
  }

  /** A series may lack the day, or be refused because of it: ask `historical`. */
  isDoubtful(day: Day): boolean {
    return this.gaps.isKnown(day);
  }

  /** @param codes others may be left out */
  find(days: readonly Day[], codes?: ReadonlySet<Code>): Map<Day, DayOutcome> {
    const found = new Map<Day, DayOutcome>();
    for (const day of days) {
      if (this.refresh && !this.keeper.hasCome(day)) continue;
      const outcome =
        this.store.read(day, codes) ??
        this.running.read(day) ??
        (this.gaps.has(day) && { day, gap: 'not available' as const });
      if (outcome) found.set(day, outcome);
    }
    return found;
  }

  learn(outcome: DayOutcome): void {
    try {
      if (!isGap(outcome)) this.gaps.forget(outcome.day);
      else if (this.store.mayKeep(outcome.day, outcome.served)) this.#learnGap(outcome);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.onTrouble(error);
    }
  }

  #learnGap({ day, gap, served }: Gap): void {
    if (gap === 'not available') this.gaps.remember(day, served);
    if (gap === 'no rates') this.gaps.doubt(day);
  }
}
