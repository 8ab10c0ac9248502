import { dirname } from 'node:path';
import { addDays, type Day, dayAt } from '../calendar/day.ts';
import { failureIn } from '../errors.ts';
import { tryWriting } from '../files.ts';
import type { DayRates } from '../rates/day-rates.ts';
import {
  type DayOutcome,
  isUnavailable,
  type Source,
  type SourceResponse,
  type UnavailableDay,
  type Version,
  type Whole,
} from '../sources/source.ts';
import { CannotLock, type Lock, Locks } from '../store/lock.ts';
import type { Publication } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { DayState } from './plan.ts';
import { Receiver } from './receiver.ts';

interface StoredDaysOptions {
  readonly refresh?: boolean | undefined;
  /** Provisional rates then count however old they are, and other days that are not stored are unavailable. */
  readonly offline?: boolean | undefined;
}

/** The days of a source that need no request: stored, provisional and unavailable ones. */
export class StoredDays {
  readonly now: () => number;
  readonly receiver: Receiver;
  readonly locks: Locks;
  readonly refresh: boolean;
  /** A download of all days that is under way, which serves all of this process. */
  download: Promise<ReadonlyMap<Day, DayOutcome>> | undefined;
  /** All days were requested at once, in vain or not: from then on, what is stored counts also for a refresh. */
  hasDownloaded = false;
  readonly #began: number;
  readonly #isOffline: boolean;

  constructor(
    readonly store: Store,
    readonly source: Source,
    { refresh = false, offline = false }: StoredDaysOptions = {},
  ) {
    this.now = store.options.now;
    this.#began = this.now();
    this.refresh = refresh;
    this.#isOffline = offline;
    this.receiver = new Receiver(store, source);
    this.locks = new Locks(store.places.locks);
  }

  /**
   * Call this before anything is paid for. What cannot be stored would be paid for again: by the next run, or
   * by one that does not see what this one is fetching.
   * @param days that are to be requested @throws Failure
   */
  checkWritable(days: readonly Day[]): void {
    const { store } = this;
    const { locks, journal, state } = store.places;
    const folders = [locks, dirname(state)];
    if (days.some((day) => store.canStore(day))) {
      store.checkWritable();
      folders.push(journal);
    }
    for (const folder of folders) tryWriting(folder);
  }

  /** Undefined, after a warning, where none can be written. @throws the signal's reason */
  async acquireLock(names: readonly string[], signal: AbortSignal): Promise<Lock | undefined> {
    try {
      return await this.locks.acquire(names, signal);
    } catch (error) {
      if (!(error instanceof CannotLock)) throw error;
      this.store.options.reporter.problemOnce(error.message);
      return undefined;
    }
  }

  /** Stores what processes that are gone have left in the journal. @param month `2024-01`; all by default */
  async recover(signal: AbortSignal, month?: string): Promise<SourceResponse[]> {
    const responses = await this.receiver.recover(signal, month);
    for (const { days } of responses) await this.learn(days);
    return responses;
  }

  /** A week after the day the source had no rates of it. What a bank lacks may have been lost on the way. */
  isUnavailable(day: Day): boolean {
    return this.source.newest === 'today' && this.store.state.isUnavailable(day);
  }

  /** The source has been asked for the day, and had no rates of it, or left it in doubt. */
  wasUnavailable(day: Day): boolean {
    return this.store.state.isDoubtful(day);
  }

  /** For a plan. @param names all stored days, where several are planned */
  stateOf(day: Day, names?: ReadonlySet<Day>): DayState {
    if (this.#counts(day) && (names?.has(day) ?? this.store.isStored(day))) return 'stored';
    if (this.#reasonFor(day)) return 'unavailable';
    if (!this.refresh && this.#current(day)) return 'stored';
    return this.#isOffline ? 'unavailable' : 'missing';
  }

  /** The day of the provisional rates, of any age, or else the newest stored one. */
  newest(): Day | undefined {
    return this.#newestProvisional()?.day ?? this.store.days().at(-1);
  }

  /** Those of the newest day; of an earlier one where its file is damaged. */
  newestRates(): DayRates | undefined {
    const { store } = this;
    const read = () => store.days().findLast((day) => store.read(day));
    const day = this.#newestProvisional()?.day ?? read();
    return day && (store.provisional(day) ?? store.read(day));
  }

  /** The outcome of a day without a request. @param since of one that was to be requested: when it was planned */
  lookUp(day: Day, since?: number): DayOutcome | undefined {
    const found = this.store.state.provisional(day);
    // requested by another process meanwhile
    const isNew = found && (since === undefined || (since < found.stored && found.stored <= this.now()));
    const recent = isNew ? found.rates : undefined;
    const counts = since === undefined || this.#counts(day);
    const rates = counts ? (this.store.read(day) ?? recent ?? this.#current(day)) : recent;
    const reason = rates ? undefined : this.#reasonFor(day);
    return rates ?? (reason && { day, reason });
  }

  /** The stored day where it stays: the source no longer has it, or its response was put aside. */
  staying(outcome: DayOutcome): DayRates | undefined {
    const { day } = outcome;
    const stays = isUnavailable(outcome) ? this.refresh : this.receiver.putAside.has(day);
    const stored = stays ? this.store.read(day) : undefined;
    if (stored && isUnavailable(outcome)) this.receiver.note('gone', day);
    return stored;
  }

  /** Of a source that gives all its days at once; undefined once it is time to ask again. */
  publication(): Publication | undefined {
    const { publication } = this.store.state;
    if (!publication) return undefined;
    const age = this.now() - publication.at;
    const isCurrent = this.refresh
      ? this.hasDownloaded || publication.at > this.#began
      : age >= 0 && age < this.source.updateEvery();
    return isCurrent ? publication : undefined;
  }

  /** Of the last publication, while every day of it is still stored. */
  version(): Version | undefined {
    const { publication } = this.store.state;
    const isWhole = publication && this.#countTo(publication.last) === publication.stored;
    return isWhole ? publication.version : undefined;
  }

  /** @param whole undefined: nothing has changed @throws Failure */
  async learnAll(whole: Whole | undefined): Promise<void> {
    const { state } = this.store;
    const last = whole?.days.at(-1)?.day;
    const publication = last
      ? { version: whole.version, last, stored: this.#countTo(last) }
      : state.publication;
    if (publication) await state.setPublication({ ...publication, at: this.now() });
  }

  /** Remembers which days the source has no rates for. */
  async learn(outcomes: readonly DayOutcome[]): Promise<void> {
    const { store, source } = this;
    const isLasting = ({ day, reason, served }: UnavailableDay) =>
      store.canStore(day, served) && (reason !== 'no rates' || source.newest === 'today');
    try {
      await store.state.learn(outcomes.filter((outcome) => !isUnavailable(outcome) || isLasting(outcome)));
    } catch (error) {
      store.options.reporter.problemOnce(failureIn(error).message);
    }
  }

  /** Whether a stored day need not be requested. */
  #counts(day: Day) {
    return !this.refresh || this.hasDownloaded || this.receiver.days.has(day);
  }

  /** Rates of a day that is not over, as long as they are current. */
  #current(day: Day): DayRates | undefined {
    const found = this.store.state.provisional(day);
    if (!found || this.#isOffline) return found?.rates;
    const { rates, received } = found;
    // a time of publication in the future is none
    const published = Math.min((rates.timestamp ?? Number.POSITIVE_INFINITY) * 1000, received);
    const now = this.now();
    // a clock that was set back says nothing about the age
    return received <= now && now - published < this.source.updateEvery() ? rates : undefined;
  }

  /** Of today or yesterday, of any age. */
  #newestProvisional() {
    const today = dayAt(this.now());
    return this.store.provisional(today) ?? this.store.provisional(addDays(today, -1));
  }

  /** Why a day is not stored, as far as the source's calendar and its last response say. */
  #reasonFor(day: Day): UnavailableDay['reason'] | undefined {
    const { state } = this.store;
    const { asks, calendar, newest } = this.source;
    if (!calendar.publishes(day)) return 'closed';
    const isAbsent = () => state.isAbsent(day, () => this.store.days().at(-1));
    if (asks.by === 'all') {
      if (isAbsent() || (this.hasDownloaded && state.isDoubtful(day))) return 'closed';
      const publication = this.publication();
      if (publication && day > publication.last) return 'not published yet';
      // its file was deleted since
      return publication && this.hasDownloaded ? 'not stored' : undefined;
    }
    if (this.refresh) return undefined;
    if (newest === 'today') return this.isUnavailable(day) ? 'unavailable' : undefined;
    if (isAbsent()) return 'closed';
    return state.isTooEarly(day, this.source.updateEvery()) ? 'not published yet' : undefined;
  }

  #countTo(last: Day) {
    return this.store.days().filter((day) => day <= last).length;
  }
}
