import { dirname } from 'node:path';
import { addDays, type Day, dayAt } from '../calendar/day.ts';
import { failureIn } from '../errors.ts';
import { tryWriting } from '../files.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import {
  type DayOutcome,
  isUnavailable,
  type Source,
  type SourceResponse,
  type UnavailableDay,
  type Version,
  type Whole,
} from '../sources/source.ts';
import { Journal } from '../store/journal.ts';
import { Locks } from '../store/lock.ts';
import type { Publication } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { DayState } from './plan.ts';
import { Receiver } from './receiver.ts';

interface StoredDaysOptions {
  readonly store: Store;
  readonly source: Source;
  readonly now: () => number;
  readonly reporter: Pick<Reporter, 'problemOnce'>;
  readonly refresh?: boolean | undefined;
  /** Provisional rates then count however old they are. */
  readonly offline?: boolean | undefined;
}

/** What is known of the days of a source without a request: stored, provisional and unavailable ones. */
export class StoredDays {
  readonly store: Store;
  readonly source: Source;
  readonly journal: Journal;
  readonly receiver: Receiver;
  readonly locks: Locks;
  readonly reporter: Pick<Reporter, 'problemOnce'>;
  readonly refresh: boolean;
  readonly now: () => number;
  /** A download of all days that is under way, which serves all of this process. */
  download: Promise<ReadonlyMap<Day, DayOutcome>> | undefined;
  /** All days were requested at once, in vain or not: from then on, what is stored counts also for a refresh. */
  hasDownloaded = false;
  readonly #began: number;
  readonly #isOffline: boolean;

  constructor({ store, source, now, reporter, refresh = false, offline = false }: StoredDaysOptions) {
    this.store = store;
    this.source = source;
    this.now = now;
    this.reporter = reporter;
    this.refresh = refresh;
    this.#isOffline = offline;
    this.#began = now();
    this.journal = new Journal(store.places.journal, now);
    this.receiver = new Receiver(store, this.journal, source, now);
    this.locks = new Locks(store.places.locks);
  }

  /**
   * Call this before anything is paid for. What cannot be stored would be paid for again: by the next run, or
   * by one that does not see what this one is fetching.
   * @param days that are to be requested @throws Failure
   */
  checkWritable(days: readonly Day[]): void {
    const { locks, journal, state } = this.store.places;
    const areAnyFinal = days.some((day) => this.store.canStore(day));
    if (areAnyFinal) this.store.checkWritable();
    for (const folder of [locks, ...(areAnyFinal ? [journal] : []), dirname(state)]) tryWriting(folder);
  }

  /** Stores what processes that are gone have left in the journal. @param month `2024-01`; all by default */
  async recover(signal: AbortSignal, month?: string): Promise<SourceResponse[]> {
    const left = this.journal.left(month);
    const responses = await this.receiver.recover(
      month === undefined ? left.filter((entry) => !this.journal.isUnderWay(entry)) : left,
      signal,
    );
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

  /** Provisional rates of today or yesterday, of any age. */
  newestProvisional(): DayRates | undefined {
    const today = dayAt(this.now());
    return this.store.provisional(today) ?? this.store.provisional(addDays(today, -1));
  }

  /** For a plan. @param stored all stored days, where several are planned */
  stateOf(day: Day, stored?: ReadonlySet<Day>): DayState {
    const counts = !this.refresh || this.hasDownloaded || this.receiver.days.has(day);
    if (counts && (stored?.has(day) ?? this.store.isStored(day))) return 'stored';
    if (this.reasonFor(day)) return 'unavailable';
    if (this.refresh) return 'missing';
    if (this.current(day)) return 'stored';
    return this.isUnavailable(day) ? 'unavailable' : 'missing';
  }

  /** The day of the provisional rates, of any age, or else the newest stored one. */
  newest(): Day | undefined {
    return this.newestProvisional()?.day ?? this.store.days().at(-1);
  }

  /** Those of the newest day; of an earlier one where its file is damaged. */
  newestRates(): DayRates | undefined {
    const provisional = this.newestProvisional();
    if (provisional) return provisional;
    for (const day of this.store.days().toReversed()) {
      const rates = this.store.read(day);
      if (rates) return rates;
    }
    return undefined;
  }

  /** What is known of a day that is not requested. */
  known(day: Day): DayOutcome | undefined {
    const rates = this.store.read(day) ?? this.store.provisional(day);
    return rates ?? this.#unavailableDay(day) ?? this.lastingly(day);
  }

  /** What has become known of a day that was to be requested. @param since the time of the plan */
  knownSince(day: Day, since: number): DayOutcome | undefined {
    const found = this.store.state.provisional(day);
    // requested by another process meanwhile
    if (found && since < found.stored && found.stored <= this.now()) return found.rates;
    if (this.refresh && !this.#givesAll && !this.receiver.days.has(day)) return this.#unavailableDay(day);
    return this.store.read(day) ?? this.current(day) ?? this.#unavailableDay(day) ?? this.lastingly(day);
  }

  /** The stored day where it stays: the source no longer has it, or its response was put aside. */
  staying(outcome: DayOutcome): DayRates | undefined {
    const { day } = outcome;
    const { receiver, refresh, store } = this;
    const stored = (isUnavailable(outcome) ? refresh : receiver.putAside.has(day))
      ? store.read(day)
      : undefined;
    if (stored && isUnavailable(outcome)) receiver.noteGone(day);
    return stored;
  }

  lastingly(day: Day): UnavailableDay | undefined {
    return this.isUnavailable(day) ? { day, reason: 'unavailable' } : undefined;
  }

  /** Why a day is not stored, as far as the source's calendar and its last response say. */
  reasonFor(day: Day): UnavailableDay['reason'] | undefined {
    const { state } = this.store;
    const { calendar, newest, updateEvery } = this.source;
    const isAbsent = () => state.isAbsent(day, () => this.store.days().at(-1));
    if (!calendar.publishes(day)) return 'closed';
    if (this.#givesAll) {
      if (isAbsent() || (this.hasDownloaded && state.isDoubtful(day))) return 'closed';
      const publication = this.publication();
      if (!publication) return undefined;
      if (day > publication.last) return 'not published yet';
      // its file was deleted since
      return this.hasDownloaded ? 'not stored' : undefined;
    }

    if (newest !== 'published' || this.refresh) return undefined;
    if (isAbsent()) return 'closed';
    return state.isTooEarly(day, updateEvery()) ? 'not published yet' : undefined;
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
    const unavailable = outcomes
      .filter(isUnavailable)
      .filter(({ day, served }) => this.store.canStore(day, served));
    const daysOf = (...kinds: readonly UnavailableDay['reason'][]) =>
      unavailable.filter(({ reason }) => kinds.includes(reason)).map(({ day }) => day);
    try {
      await state.setAvailable(outcomes.filter((outcome) => !isUnavailable(outcome)).map(({ day }) => day));
      await state.setUnavailable(daysOf('unavailable', 'closed'), unavailable[0]?.served);
      if (this.source.newest === 'today') await state.setDoubtful(daysOf('no rates'));
      for (const day of daysOf('not published yet')) await state.setNotYet(day);
    } catch (error) {
      this.reporter.problemOnce(failureIn(error).message);
    }
  }

  #unavailableDay(day: Day): UnavailableDay | undefined {
    const reason = this.reasonFor(day);
    return reason && { day, reason };
  }

  get #givesAll(): boolean {
    return this.source.asks.by === 'all';
  }

  #storedTo(last: Day): number {
    return this.store.days().filter((day) => day <= last).length;
  }
}
