import { addDays, type Day, dayAt } from '../calendar/day.ts';
import { tryWriting } from '../disk/whole-file.ts';
import { type Failure, failureIn } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type DayOutcome, type Gap, isGap, type Source } from '../sources/source.ts';
import { EarlyDay } from '../store/early-day.ts';
import { Gaps } from '../store/gaps.ts';
import { Inbox, type LeftArrival } from '../store/inbox.ts';
import { RunningDays } from '../store/running-days.ts';
import { SharedClaims } from '../store/shared-claims.ts';
import type { Store } from '../store/store.ts';
import { Keeper } from './keeper.ts';
import type { DayState } from './plan.ts';
import { Publication } from './publication.ts';

type Publisher = Pick<Source, 'pivot' | 'calendar' | 'asks' | 'newest' | 'updateEvery' | 'read'>;

interface HoldingsOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly refresh: boolean;
  /** Rates of a running day then count however old they are. */
  readonly offline: boolean;
  readonly source: Publisher;
  readonly onTrouble: (failure: Failure) => void;
}

export class Holdings {
  readonly source: Publisher;
  readonly store: Store;
  readonly inbox: Inbox;
  readonly keeper: Keeper;
  readonly claims: SharedClaims;
  /** Undefined where each day is asked for by itself. */
  readonly publication: Publication | undefined;
  readonly onTrouble: (failure: Failure) => void;
  readonly refresh: boolean;
  readonly #running: RunningDays;
  readonly #gaps: Gaps;
  readonly #early: EarlyDay;
  readonly #now: () => number;

  constructor(options: HoldingsOptions) {
    const { refresh, offline, source, store, onTrouble, now } = options;
    const { places } = store;
    this.source = source;
    this.store = store;
    this.onTrouble = onTrouble;
    this.refresh = refresh;

    this.#running = new RunningDays({
      folder: places.running,
      now,
      updateEvery: () => source.updateEvery(),
      anyAge: offline,
    });
    this.#gaps = new Gaps(places.gaps, now);
    this.#early = new EarlyDay(places.asked, now);
    this.#now = now;
    this.inbox = new Inbox(places.arrived, now);
    this.keeper = new Keeper({ store, running: this.#running, inbox: this.inbox, source, now });
    this.claims = new SharedClaims(places.claims);
    if (source.asks.by === 'all')
      this.publication = new Publication({ source, store, gaps: this.#gaps, now, refresh });
  }

  /**
   * Call this before anything is paid for. What cannot be remembered would be paid for again: by the next
   * run, or by one that does not see what this one is fetching.
   * @param days that are to be asked for @throws Failure
   */
  checkWritable(days: readonly Day[]): void {
    const { claims, arrived, asked, gaps, running } = this.store.places;
    const finished = days.filter((day) => this.store.mayKeep(day)).length;
    if (finished > 0) this.store.checkWritable();
    const ofFinished = finished > 0 ? [arrived, gaps] : [];
    const ofRunning = finished < days.length ? [running] : [];
    const ofPublication = this.publication ? [asked] : [];
    for (const folder of [claims, ...ofFinished, ...ofRunning, ...ofPublication]) tryWriting(folder);
  }

  /** Answers that were left by processes that are gone. */
  left(): LeftArrival[] {
    return this.inbox.left().filter((one) => !this.inbox.isUnderWay(one));
  }

  /** A week after the day the source had no rates of it. */
  isGap(day: Day): boolean {
    return this.#gaps.has(day);
  }

  /** The source has been asked for the day, and had no rates of it, or left it in doubt. */
  isKnownGap(day: Day): boolean {
    return this.#gaps.isKnown(day);
  }

  /** What an answer with all days lacks of those on which the source publishes. @throws Failure */
  async rememberGaps(days: Iterable<Day>): Promise<void> {
    const { publishes } = this.source.calendar;
    for (const day of days) if (publishes(day)) await this.#gaps.remember(day);
  }

  /** Call this where another process was waited for, which may have learnt of gaps. */
  lookAnew(): void {
    this.#gaps.lookAnew();
  }

  /** From now on, these running days are asked for by this process. */
  asks(running: readonly Day[]): void {
    this.#running.asks(running);
  }

  async failed(running: readonly Day[]): Promise<void> {
    await this.#running.failed(running);
  }

  /** Whether another process has asked for them meanwhile, in vain. */
  othersFailed(running: readonly Day[]): boolean {
    return this.#running.othersFailed(running);
  }

  /** Rates of a day that is not over, as long as they are current. */
  current(day: Day): DayRates | undefined {
    return this.#running.current(day);
  }

  newestRunning(): DayRates | undefined {
    return this.#running.newest();
  }

  /** For a plan. @param stored all stored days, where several are planned */
  stateOf(day: Day, stored?: ReadonlySet<Day>): DayState {
    const counts = !this.refresh || this.publication?.hasAsked || this.keeper.came.has(day);
    if (counts && (stored?.has(day) ?? this.store.isStored(day))) return 'held';
    if (this.gapOf(day)) return 'gap';
    if (this.#running.plan(day, this.refresh)) return 'held';
    return !this.refresh && this.#gaps.has(day) ? 'gap' : 'missing';
  }

  /** The running day that is held, of any age, or else the newest stored one. */
  async newest(): Promise<Day | undefined> {
    return this.newestRunning()?.day ?? (await this.store.days()).at(-1);
  }

  /** Those of the newest day; of an earlier one where its file is damaged. */
  async newestRates(): Promise<DayRates | undefined> {
    const running = this.newestRunning();
    if (running) return running;

    for (const day of (await this.store.days()).toReversed()) {
      const rates = this.store.read(day);
      if (rates) return rates;
    }
    return undefined;
  }

  /** What is known of a day without asking for it. */
  known(day: Day): DayOutcome | undefined {
    const isUnasked = this.refresh && !this.publication && !this.keeper.came.has(day);
    const held = () => this.store.read(day) ?? this.#running.read(day);
    const rates = isUnasked ? this.#running.shared(day) : held();
    if (rates) return rates;

    const gap = this.gapOf(day);
    if (gap) return { day, gap };
    return isUnasked ? undefined : this.lastingGap(day);
  }

  lastingGap(day: Day): Gap | undefined {
    return this.isGap(day) ? { day, gap: 'not available' } : undefined;
  }

  /** Why a day is not held, as far as the source's calendar and its last answer say. */
  gapOf(day: Day): Gap['gap'] | undefined {
    if (this.publication) return this.publication.gapOf(day);
    const { calendar, newest } = this.source;
    if (!calendar.publishes(day)) return 'not published';
    return newest === 'published' && !this.refresh ? this.#answeredGapOf(day) : undefined;
  }

  /** Why the source has given nothing of a day on which it should have published. */
  #answeredGapOf(day: Day): Gap['gap'] | undefined {
    if (this.#gaps.isAbsent(day, this.store)) return 'not published';
    // a day that is over is no early one, and its file need not be looked for
    const mayBeEarly = day >= addDays(dayAt(this.#now()), -1);
    return mayBeEarly && this.#early.isWithin(day, this.source.updateEvery()) ? 'not yet' : undefined;
  }

  async learn(outcome: DayOutcome): Promise<void> {
    try {
      if (!isGap(outcome)) return this.#gaps.forget(outcome.day);
      const { day, gap, served } = outcome;
      if (!this.store.mayKeep(day, served)) return;
      if (gap === 'not yet') await this.#early.remember(day);
      if (gap === 'not available' || gap === 'not published') await this.#gaps.remember(day, served);
      if (gap === 'no rates' && this.source.newest === 'today') await this.#gaps.doubt(day);
    } catch (error) {
      this.onTrouble(failureIn(error));
    }
  }
}
