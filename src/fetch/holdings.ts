import { dirname } from 'node:path';
import { addDays, type Day, dayAt } from '../calendar/day.ts';
import { tryWriting } from '../disk/whole-file.ts';
import { type Failure, failureIn } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import {
  type DayOutcome,
  type Gap,
  isGap,
  type Request,
  type Source,
  type Version,
  type Whole,
} from '../sources/source.ts';
import { Journal, type LeftEntry } from '../store/journal.ts';
import { SharedClaims } from '../store/shared-claims.ts';
import type { Publication } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { Keeper } from './keep.ts';
import type { DayState } from './plan.ts';

type Publisher = Pick<Source, 'pivot' | 'calendar' | 'asks' | 'newest' | 'updateEvery' | 'read'>;

interface HoldingsOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly refresh: boolean;
  /** Provisional rates then count however old they are. */
  readonly offline: boolean;
  readonly source: Publisher;
  readonly onTrouble: (failure: Failure) => void;
}

/** What is known of the days of a source without a request: stored, provisional and unavailable ones. */
export class Holdings {
  readonly source: Publisher;
  readonly store: Store;
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly claims: SharedClaims;
  readonly refresh: boolean;
  readonly onTrouble: (failure: Failure) => void;
  readonly now: () => number;
  /** All days were requested at once, in vain or not: from then on, what is stored counts also for a refresh. */
  hasFetchedAll = false;
  readonly #began: number;
  readonly #isOffline: boolean;

  constructor({ refresh, offline, source, store, onTrouble, now }: HoldingsOptions) {
    this.source = source;
    this.store = store;
    this.onTrouble = onTrouble;
    this.refresh = refresh;
    this.now = now;
    this.#began = now();
    this.#isOffline = offline;
    this.journal = new Journal(store.places.arrived, now);
    this.keeper = new Keeper({ store, journal: this.journal, source, now });
    this.claims = new SharedClaims(store.places.claims);
  }

  /**
   * Call this before anything is paid for. What cannot be stored would be paid for again: by the next run, or
   * by one that does not see what this one is fetching.
   * @param days that are to be requested @throws Failure
   */
  checkWritable(days: readonly Day[]): void {
    const { claims, arrived, state } = this.store.places;
    const areAnyFinal = days.some((day) => this.store.mayKeep(day));
    if (areAnyFinal) this.store.checkWritable();
    for (const folder of [claims, ...(areAnyFinal ? [arrived] : []), dirname(state)]) tryWriting(folder);
  }

  /** Whether its response is to outlive this process: it is paid for, and its days are final. */
  isJournaled({ wanted, run }: Request): boolean {
    return wanted !== 'newest' && this.source.read !== undefined && this.store.mayKeep(run.first);
  }

  /** Responses that were left by processes that are gone. */
  left(): LeftEntry[] {
    return this.journal.left().filter((one) => !this.journal.isUnderWay(one));
  }

  /** A week after the day the source had no rates of it. */
  isGap(day: Day): boolean {
    return this.store.state.isUnavailable(day);
  }

  /** The source has been asked for the day, and had no rates of it, or left it in doubt. */
  isKnownGap(day: Day): boolean {
    return this.store.state.isDoubtful(day);
  }

  /** Rates of a day that is not over, as long as they are current. */
  current(day: Day): DayRates | undefined {
    const found = this.store.state.provisional(day);
    if (!found || this.#isOffline) return found?.rates;
    const { rates, received } = found;
    // a time of publication in the future is none
    const published = Math.min((rates.timestamp ?? Number.POSITIVE_INFINITY) * 1000, received);
    // a clock that was set back says nothing about the age
    const isNewest = received <= this.now() && this.now() - published < this.source.updateEvery();
    return isNewest ? rates : undefined;
  }

  /** Those of today or yesterday, of any age. */
  newestRunning(): DayRates | undefined {
    const today = dayAt(this.now());
    return this.store.provisional(today) ?? this.store.provisional(addDays(today, -1));
  }

  /** For a plan. @param stored all stored days, where several are planned */
  stateOf(day: Day, stored?: ReadonlySet<Day>): DayState {
    const counts = !this.refresh || this.hasFetchedAll || this.keeper.came.has(day);
    if (counts && (stored?.has(day) ?? this.store.isStored(day))) return 'held';
    if (this.gapOf(day)) return 'gap';
    if (this.refresh) return 'missing';
    if (this.current(day)) return 'held';
    return this.isGap(day) ? 'gap' : 'missing';
  }

  /** The day of the provisional rates, of any age, or else the newest stored one. */
  newest(): Day | undefined {
    return this.newestRunning()?.day ?? this.store.days().at(-1);
  }

  /** Those of the newest day; of an earlier one where its file is damaged. */
  newestRates(): DayRates | undefined {
    const running = this.newestRunning();
    if (running) return running;
    for (const day of this.store.days().toReversed()) {
      const rates = this.store.read(day);
      if (rates) return rates;
    }
    return undefined;
  }

  /** What is known of a day that is not requested. */
  known(day: Day): DayOutcome | undefined {
    const rates = this.store.read(day) ?? this.store.provisional(day);
    return rates ?? this.#gapOf(day);
  }

  /** What has become known of a day that was to be requested. @param since the time of the plan */
  knownSince(day: Day, since: number): DayOutcome | undefined {
    const found = this.store.state.provisional(day);
    // requested by another process meanwhile
    if (found && since < found.stored && found.stored <= this.now()) return found.rates;
    if (this.refresh && !this.#givesAll && !this.keeper.came.has(day)) return this.#lacking(day);
    return this.store.read(day) ?? this.current(day) ?? this.#gapOf(day);
  }

  lastingGap(day: Day): Gap | undefined {
    return this.isGap(day) ? { day, gap: 'not available' } : undefined;
  }

  /** Why a day is not stored, as far as the source's calendar and its last response say. */
  gapOf(day: Day): Gap['gap'] | undefined {
    const { state } = this.store;
    const { calendar, newest, updateEvery } = this.source;
    const isAbsent = () => state.isAbsent(day, () => this.store.days().at(-1));
    if (!calendar.publishes(day)) return 'not published';
    if (this.#givesAll) {
      if (isAbsent() || (this.hasFetchedAll && state.isDoubtful(day))) return 'not published';
      const publication = this.publication();
      // else its file was deleted since
      return (
        publication && (day > publication.last ? 'not yet' : this.hasFetchedAll ? 'not held' : undefined)
      );
    }

    if (newest !== 'published' || this.refresh) return undefined;
    if (isAbsent()) return 'not published';
    return state.isTooEarly(day, updateEvery()) ? 'not yet' : undefined;
  }

  /** Of a source that gives all its days at once; undefined once it is time to ask again. */
  publication(): Publication | undefined {
    const { publication } = this.store.state;
    if (!publication) return undefined;
    const age = this.now() - publication.at;
    const isCurrent = this.refresh
      ? this.hasFetchedAll || publication.at > this.#began
      : age >= 0 && age < this.source.updateEvery();
    return isCurrent ? publication : undefined;
  }

  /** Of the last publication, while every day of it is still stored. */
  version(): Version | undefined {
    const { publication } = this.store.state;
    return publication && this.#storedTo(publication.last) === publication.stored
      ? publication.version
      : undefined;
  }

  /** @param whole undefined: nothing has changed @throws Failure */
  async learnAll(whole: Whole | undefined): Promise<void> {
    const { state } = this.store;
    const last = whole?.days.at(-1)?.day;
    const known = last ? { version: whole.version, last, stored: this.#storedTo(last) } : state.publication;
    if (known) await state.setPublication({ ...known, at: this.now() });
  }

  /** Remembers which days the source has no rates for. */
  async learn(outcomes: readonly DayOutcome[]): Promise<void> {
    const { state } = this.store;
    const gaps = outcomes.filter(isGap).filter(({ day, served }) => this.store.mayKeep(day, served));
    const daysOf = (...kinds: readonly Gap['gap'][]) =>
      gaps.filter(({ gap }) => kinds.includes(gap)).map(({ day }) => day);
    try {
      await state.setAvailable(outcomes.filter((outcome) => !isGap(outcome)).map(({ day }) => day));
      await state.setUnavailable(daysOf('not available', 'not published'), gaps[0]?.served);
      if (this.source.newest === 'today') await state.setDoubtful(daysOf('no rates'));
      for (const day of daysOf('not yet')) await state.setNotYet(day);
    } catch (error) {
      this.onTrouble(failureIn(error));
    }
  }

  #gapOf(day: Day): Gap | undefined {
    const gap = this.gapOf(day);
    return gap ? { day, gap } : this.lastingGap(day);
  }

  #lacking(day: Day): Gap | undefined {
    const gap = this.gapOf(day);
    return gap && { day, gap };
  }

  get #givesAll(): boolean {
    return this.source.asks.by === 'all';
  }

  #storedTo(last: Day): number {
    return this.store.days().filter((day) => day <= last).length;
  }
}
