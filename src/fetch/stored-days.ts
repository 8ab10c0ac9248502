import { dirname } from 'node:path';
import { addDays, type Day, dayAt } from '../calendar/day.ts';
import { Failure, failureIn, ifPossible } from '../errors.ts';
import { type Flush, readUnlinked, tryWriting } from '../files.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { codesInWords } from '../report/coverage.ts';
import type { Reporter } from '../report/reporter.ts';
import type { DayOptions } from '../run/run.ts';
import {
  type DayOutcome,
  isUnavailable,
  type Request,
  ratesIn,
  type Source,
  type SourceResponse,
  type UnavailableDay,
  type Version,
  type Whole,
} from '../sources/source.ts';
import {
  foreignEntries,
  isUnderWay,
  type Journal,
  type Reservation,
  removeEntry,
  reserveRoom,
  writeEntry,
} from '../store/journal.ts';
import type { SharedLocks } from '../store/lock.ts';
import { whyIncomplete } from '../store/neighbours.ts';
import type { Publication } from '../store/state.ts';
import type { Store, StoreResult } from '../store/store.ts';
import { addFinding, type Findings, reportFindings } from './findings.ts';
import type { DayState } from './plan.ts';

/** Every response after one that could not be stored would be lost, too. */
const cannotStore = () =>
  new Failure(
    'cannot_write',
    'nothing more is requested, since responses can no longer be stored',
    'once the disk can be written again, run the same command again to continue',
  );

/**
 * The days of a source that need no request: stored, provisional and unavailable ones. Stores responses, so
 * that nothing that was paid for is lost.
 */
export class StoredDays {
  readonly now: () => number;
  readonly journal: Journal;
  readonly locks: SharedLocks;
  /** What has been found about received days, and not yet reported. */
  readonly findings: Findings = new Map();
  readonly refresh: boolean;
  /**
   * All days were requested at once, whatever the result: from then on, stored days count also for a refresh.
   */
  hasDownloaded = false;
  /** A day could not be stored. */
  hasFailed = false;
  /** How many days lie on disk because of this process. */
  written = 0;
  /** Of all responses, for the exit code: too few codes. */
  readonly putAside = new Set<Day>();
  /** Days that this process has received. */
  readonly #received = new Set<Day>();
  /** How many codes each received day has whose neighbours have not been compared. */
  readonly #uncompared = new Map<Day, number>();
  /** Days that are written, but perhaps not on disk, with their entry of the journal. */
  #unflushed: { readonly entry: string | undefined; readonly days: readonly Day[] }[] = [];
  readonly #began: number;
  /** Provisional rates count however old they are, and other days that are not stored are unavailable. */
  readonly #isOffline: boolean;

  constructor(
    readonly store: Store,
    readonly source: Source,
    { refresh = false, offline = false }: Pick<DayOptions, 'refresh' | 'offline'> = {},
  ) {
    const { places, options } = store;
    this.now = options.now;
    this.#began = this.now();
    this.refresh = refresh;
    this.#isOffline = offline;
    this.journal = { folder: places.journal, entries: new Set() };
    this.locks = { folder: places.locks, byName: new Map() };
  }

  // Looking up

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
    const provisional = this.#newestProvisional();
    if (provisional) return provisional;
    for (const day of this.store.days().reverse()) {
      const rates = this.store.read(day);
      if (rates) return rates;
    }
    return undefined;
  }

  /**
   * The outcome of a day without a request. @param since of one that was to be requested: when it was planned
   */
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

  /** Of a source that gives all its days at once; undefined once it is time to ask again. */
  publication(): Publication | undefined {
    const { publication } = this.store.state.content;
    if (!publication) return undefined;
    const age = this.now() - publication.at;
    const isCurrent = this.refresh
      ? this.hasDownloaded || publication.at > this.#began
      : age >= 0 && age < this.source.updateEvery();
    return isCurrent ? publication : undefined;
  }

  /** Of the last publication, while every day of it is still stored. */
  version(): Version | undefined {
    const { publication } = this.store.state.content;
    const isWhole = publication && this.#countTo(publication.last) === publication.stored;
    return isWhole ? publication.version : undefined;
  }

  /** Whether a stored day need not be requested. */
  #counts(day: Day) {
    return !this.refresh || this.hasDownloaded || this.#received.has(day);
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
    const { state } = this.store;
    return (state.provisional(today) ?? state.provisional(addDays(today, -1)))?.rates;
  }

  /** Why a day is not stored, as far as the source's calendar and its last response say. */
  #reasonFor(day: Day): UnavailableDay['reason'] | undefined {
    const { state } = this.store;
    const { asks, calendar, newest } = this.source;
    if (!calendar.publishes(day)) return 'closed';
    const newestStored = () => this.store.days().at(-1);
    if (asks.by === 'all') {
      if (state.isAbsent(day, newestStored) || (this.hasDownloaded && state.isDoubtful(day))) return 'closed';
      const publication = this.publication();
      if (publication && day > publication.last) return 'not published yet';
      // its file was deleted since
      return publication && this.hasDownloaded ? 'not stored' : undefined;
    }
    if (this.refresh) return undefined;
    if (newest === 'today') return state.isUnavailable(day) ? 'unavailable' : undefined;
    if (state.isAbsent(day, newestStored)) return 'closed';
    return state.isTooEarly(day, this.source.updateEvery()) ? 'not published yet' : undefined;
  }

  #countTo(last: Day) {
    return this.store.days().filter((day) => day <= last).length;
  }

  // Storing

  /**
   * Call this before anything is paid for. What cannot be stored would be paid for again: by the next run, or
   * by one that does not see what this one is fetching.
   * @param requested also days that are not final, which are not stored as files @throws Failure
   */
  checkWritable(requested: readonly Day[]): void {
    const { days, unfinished, locks, journal, state } = this.store.places;
    const isAnyFinal = requested.some((day) => this.store.canStore(day));
    if (isAnyFinal) tryWriting(days, unfinished);
    tryWriting(locks);
    tryWriting(dirname(state));
    if (isAnyFinal) tryWriting(journal);
  }

  /**
   * Makes room for the response, if it has to outlive this process. @throws Failure if it could not be stored
   */
  reserve({ scope, run }: Request): Reservation | undefined {
    if (scope === 'newest' || !this.source.read || !this.store.canStore(run.first)) return undefined;
    try {
      return reserveRoom(this.journal, run);
    } catch (error) {
      const { code, message } = failureIn(error);
      throw new Failure(code, `nothing more is requested: ${message}`, ...cannotStore().hints);
    }
  }

  /**
   * Stores the days of a response: of several through the journal, since all of them would be lost at once.
   * Returns why nothing more should be requested, if a day could not be stored.
   */
  async storeResponse(
    request: Request,
    response: SourceResponse,
    reservation?: Reservation,
  ): Promise<Failure | undefined> {
    const { served, body } = response;
    // after midnight, the newest rates are no longer those of the day that was requested
    if (request.scope === 'newest' && served !== undefined && dayAt(served) !== request.run.first)
      return undefined;

    const received = ratesIn(response);
    const days: Day[] = [];
    for (const { day } of received) if (this.store.canStore(day, served)) days.push(day);
    const isSeveral = received.length > 1;
    const writeToJournal = async () => {
      if (!reservation || !body || days.length === 0) return undefined;
      const entry = { ...request, received: this.#receivedAt(served), body };
      return writeEntry(this.journal, reservation, entry);
    };
    let entry = isSeveral ? await writeToJournal() : undefined;
    // days that can be had again for free are flushed together
    const isLater = entry !== undefined || !this.source.isService;
    const failures = await this.#storeDays(response, isLater ? 'later' : 'at once');
    for (const day of days) this.#received.add(day);

    if (failures.size > 0) {
      if (!isSeveral) entry = await writeToJournal();
      this.#fail(failures, entry ? 'unwritten' : 'lost');
      return cannotStore();
    }
    if (isLater) this.#unflushed.push({ entry, days });
    return undefined;
  }

  /**
   * Flushes the stored days, so that their entries can be removed, and reports what was found about them. A
   * failure is left to the next run.
   */
  async settle(reporter: Pick<Reporter, 'note' | 'problem'>): Promise<void> {
    const unflushed = this.#unflushed.splice(0);
    if (unflushed.length > 0 && (await this.#flush(unflushed.flatMap(({ days }) => days))))
      for (const { entry } of unflushed) if (entry) removeEntry(entry);
    // now those around them are stored, too
    const counts = new Map<Day, number | undefined>(this.#uncompared);
    for (const [day, codes] of this.#uncompared) {
      const why = whyIncomplete(day, codes, this.store, counts);
      if (why) addFinding(this.findings, 'incomplete', day, why);
    }
    this.#uncompared.clear();
    if (this.findings.size > 0) reportFindings(this.findings, reporter, this.store.places.replaced);
  }

  /**
   * Stores the days of responses that killed processes and power cuts left, and returns the responses. What
   * cannot be stored is left to the next run.
   * @param month `2024-01`, under its lock; undefined: of all, without those that may still be stored
   */
  async recover(signal: AbortSignal, month?: string): Promise<SourceResponse[]> {
    const { store, journal } = this;
    const entries = foreignEntries(journal, month);
    const responses: SourceResponse[] = [];
    if (entries.length === 0) return responses;
    const done: string[] = [];
    for (const entry of entries) {
      signal.throwIfAborted();
      const mayBeStored = isUnderWay(entry, this.now());
      if (mayBeStored && month === undefined) continue;
      // undefined where its own process has removed it
      const body = ifPossible(() => readUnlinked(entry.path));
      const response = body && (await this.source.read?.(entry, { body, served: entry.received }));
      // an unusable entry was unusable for its own process, too
      if (!body || (!response && mayBeStored)) continue;
      if (response) {
        for (const { day } of ratesIn(response))
          if (store.canStore(day, response.served)) store.removeTorn(day);
        const failures = await this.#storeDays(response, 'later');
        responses.push(response);
        this.#fail(failures, 'unwritten');
        if (failures.size > 0) continue;
      }
      done.push(entry.path);
    }
    const days = responses.flatMap((response) => ratesIn(response).map(({ day }) => day));
    if (await this.#flush(days)) for (const path of done) removeEntry(path);
    for (const { days } of responses) await this.learn(days);
    return responses;
  }

  /** A stored day is replaced where its rates differ. @param isMissing as known under a lock @throws Failure */
  async storeDay(rates: DayRates, flush: Flush, isMissing = false): Promise<StoreResult> {
    const { day } = rates;
    const { result, before } = await this.store.storeRates(rates, flush, isMissing);
    if (before && result === 'changed')
      addFinding(this.findings, 'changed', day, differingCodes(before, rates));
    if (result === 'put aside') {
      addFinding(this.findings, 'put aside', day);
      this.putAside.add(day);
    }
    return result;
  }

  /** The stored day where it stays: the source no longer has it, or its response was put aside. */
  staying(outcome: DayOutcome): DayRates | undefined {
    const { day } = outcome;
    const stays = isUnavailable(outcome) ? this.refresh : this.putAside.has(day);
    const stored = stays ? this.store.read(day) : undefined;
    if (stored && isUnavailable(outcome)) addFinding(this.findings, 'gone', day);
    return stored;
  }

  /** @param whole undefined: nothing has changed @throws Failure */
  async learnAll(whole: Whole | undefined): Promise<void> {
    const { state } = this.store;
    const last = whole?.days.at(-1)?.day;
    const publication = last
      ? { version: whole.version, last, stored: this.#countTo(last) }
      : state.content.publication;
    if (publication) await state.set({ publication: { ...publication, at: this.now() } });
  }

  /** Remembers which days the source has no rates for. */
  async learn(outcomes: readonly DayOutcome[]): Promise<void> {
    const { store, source } = this;
    const lasting: DayOutcome[] = [];
    for (const outcome of outcomes) {
      const isFinal = !isUnavailable(outcome) || store.canStore(outcome.day, outcome.served);
      const isClear = !('reason' in outcome) || outcome.reason !== 'no rates' || source.newest === 'today';
      if (isFinal && isClear) lasting.push(outcome);
    }
    try {
      await store.state.learn(lasting);
    } catch (error) {
      store.options.reporter.problemOnce(failureIn(error).message);
    }
  }

  /** Returns the days that could not be written. */
  async #storeDays(response: SourceResponse, flush: Flush): Promise<ReadonlyMap<Day, string>> {
    const { store } = this;
    const { served } = response;
    const failures = new Map<Day, string>();
    for (const rates of ratesIn(response)) {
      const { day } = rates;
      try {
        if (!store.canStore(day)) await store.state.setProvisional(rates, this.#receivedAt(served));
        else if (!store.canStore(day, served))
          this.#fail(new Map([[day, "not over by the service's clock"]]), 'lost');
        else {
          const result = await this.storeDay(rates, flush);
          if (result === 'kept' || result === 'changed') this.written++;
          if (result !== 'put aside') this.#uncompared.set(day, rates.rates.size);
        }
      } catch (error) {
        failures.set(day, failureIn(error).message);
      }
    }
    return failures;
  }

  /** False if these days are perhaps not on disk. */
  async #flush(days: readonly Day[]) {
    try {
      await this.store.flush(days);
      return true;
    } catch (error) {
      const { message } = failureIn(error);
      this.#fail(new Map(days.map((day) => [day, message])), 'unwritten');
      return false;
    }
  }

  #fail(failures: ReadonlyMap<Day, string>, as: 'unwritten' | 'lost') {
    for (const [day, why] of failures) addFinding(this.findings, as, day, why);
    if (failures.size > 0) this.hasFailed = true;
  }

  #receivedAt(served = Number.POSITIVE_INFINITY) {
    return Math.min(this.now(), served);
  }
}

function differingCodes({ rates: stored }: DayRates, { rates: received }: DayRates) {
  const codes = [...new Set([...stored.keys(), ...received.keys()])];
  return codesInWords(codes.filter((code) => stored.get(code) !== received.get(code)).sort());
}
