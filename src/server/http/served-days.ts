import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day, dayAt, firstDay } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure, ifPossible } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import { roundsAfter } from '../../fetch/latest.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { reportDropped } from '../../report/coverage.ts';
import type { Reporter } from '../../report/reporter.ts';
import {
  type DayOutcome,
  isNotDue,
  isUnavailable,
  NotRequested,
  Refused,
  ratesIn,
} from '../../sources/source.ts';
import { codeSpans } from '../../store/neighbours.ts';
import { accessRestricted, type FoundDays, ServiceError, timeInLog } from './service.ts';

/** Milliseconds that a day that is not stored, or a failure of the source, stays in memory. */
const lifetime = 60_000;

/** Milliseconds that a client waits for missing days; those that arrive later are stored for the next. */
const longestWait = 4_000;

/** Ranges in memory, of at most a month each. */
const mostInMemory = 200;

/** Milliseconds in which a folder can change twice without a sign of it in its time of change. */
const clockTick = 50;

/** The requests that may be spent in a UTC day. One that is under way at midnight counts once it has ended. */
export class DayBudget extends RunBudget {
  #day: Day = firstDay;

  constructor(
    most: number,
    private readonly now: () => number,
  ) {
    super(most);
  }

  override get spent(): number {
    const today = dayAt(this.now());
    // a clock that is set back begins no other day
    if (this.#day < today) {
      this.#day = today;
      this.charged = 0;
      this.lost = 0;
    }
    return this.charged + this.lost;
  }
}

interface ServedOptions {
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  readonly offline: boolean;
  readonly budget: DayBudget;
  readonly now: () => number;
  readonly reporter: Pick<Reporter, 'note' | 'problem'>;
}

/** The days of a source for many clients at once: one that several of them need is fetched once. */
export class ServedDays {
  /** The state of the store's folder when these were read. */
  #stamp: string | undefined;
  readonly #found = new Map<string, FoundDays>();
  #codes: Promise<Iterable<Code>> | undefined;
  readonly #underWay = new Map<Day, Promise<void>>();
  /** What was fetched within the last minute. */
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #failure: { readonly error: Failure; readonly until: number } | undefined;

  constructor(private readonly options: ServedOptions) {}

  /** @param days ascending @throws Failure; ServiceError if they take too long */
  async find(days: readonly Day[]): Promise<FoundDays> {
    const { offline, fetcher, stored } = this.options;
    this.#forgetChanged();
    const key = days.join();
    const before = this.#found.get(key);
    if (before) return before;

    const known = days.map((day) => this.#known(day));
    const missing = offline ? [] : days.filter((_, at) => !known[at]);
    const unplanned = missing.filter((day) => !this.#underWay.has(day));
    const plan = unplanned.length > 0 ? fetcher.plan(unplanned, 'range') : undefined;
    if (plan) this.#fetch(unplanned, plan);
    if (missing.length > 0) await inTime(missing.map((day) => this.#underWay.get(day)));
    const outcomes = days.map(
      (day, at): DayOutcome => known[at] ?? this.#recent.get(day)?.outcome ?? { day, reason: 'not stored' },
    );

    const unavailable = outcomes.filter(isUnavailable);
    // days on which nobody publishes matter only where all are such
    const [closed] = unavailable.length === days.length ? unavailable : [];
    const reason = unavailable.find((outcome) => !isNotDue(outcome)) ?? closed;
    const spent = missing.length > 0 ? `fetched, cost ${plan?.cost ?? 0}` : undefined;
    if (reason) {
      const isExplained = !spent && reason.reason === 'not stored';
      const fault = isExplained ? undefined : `${reason.day}: ${reason.reason}`;
      return { rates: undefined, origin: spent ?? 'not stored, cost 0', fault };
    }
    const found = { rates: ratesIn({ days: outcomes }), origin: spent ?? 'stored, cost 0' };
    const { source, store } = stored;
    const isLasting = outcomes.every((outcome) =>
      isUnavailable(outcome) ? !source.calendar.publishes(outcome.day) : store.canStore(outcome.day),
    );
    if (this.#found.size >= mostInMemory) this.#found.clear();
    if (isLasting && !spent) this.#found.set(key, found);
    return found;
  }

  /**
   * The newest stored day, offline that of provisional rates of any age; undefined if today's are the newest.
   * Newer days are requested meanwhile, and are there for the next client. @throws Failure
   */
  async newest(): Promise<Day | undefined> {
    const { stored, offline } = this.options;
    if (stored.source.newest === 'today' && !offline) return undefined;
    const newest = stored.newest();
    if (offline) return newest;
    const update = this.#fetchNewer(newest);
    if (!newest) await update;
    // a failure is reported where it is remembered
    else update.catch(() => {});
    return newest ?? stored.newest();
  }

  /** Of all stored days. @throws Failure */
  codes(): Promise<Iterable<Code>> {
    const { store } = this.options.stored;
    this.#forgetChanged();
    const peek = (day: Day) => ifPossible(() => store.peek(day))?.rates;
    this.#codes ??= codeSpans(store.days(), peek).then((spans) => [...spans.keys()]);
    return this.#codes;
  }

  /** Resolves once no request is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }

  /** Forgets what was read once the folder changes: files are only ever replaced whole. */
  #forgetChanged(): void {
    const { stored, now } = this.options;
    // an error is reported by the store, when it is read
    const folder = ifPossible(() => statSync(stored.store.places.days, { throwIfNoEntry: false }));
    const isSettled = folder && now() - folder.mtimeMs > clockTick;
    const stamp = isSettled ? `${folder.ino} ${folder.mtimeMs}` : undefined;
    if (stamp && stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#found.clear();
    this.#codes = undefined;
  }

  /** What is known of a day without a request. */
  #known(day: Day): DayOutcome | undefined {
    const { stored, now } = this.options;
    const recent = this.#recent.get(day);
    const isRecent = recent && now() < recent.until;
    return stored.known(day, now()) ?? (isRecent ? recent.outcome : undefined);
  }

  async #fetchNewer(newest: Day | undefined): Promise<void> {
    const { stored, now } = this.options;
    for (const days of roundsAfter(newest, dayAt(now()), stored.source))
      if ((await this.find(days)).rates) return;
  }

  /** Each client that waits for the days gets their failure. */
  #fetch(days: readonly Day[], plan: Plan): void {
    const fetching = this.#execute(days, plan).finally(() => {
      for (const day of days) this.#underWay.delete(day);
    });
    fetching.catch(() => {});
    for (const day of days) this.#underWay.set(day, fetching);
  }

  /** Sends nothing if the cost is over what is left of the day. @throws Failure, also that of a moment ago */
  async #execute(days: readonly Day[], plan: Plan): Promise<void> {
    const { stored, fetcher, budget, now, reporter } = this.options;
    if (this.#failure && now() < this.#failure.until) throw this.#failure.error;
    if (!budget.allows(plan.counted)) throw accessRestricted(addDays(dayAt(now()), 1));

    const outcomes: DayOutcome[] = [];
    try {
      if (stored.source.asks.by === 'all') stored.checkWritable(days);
      for await (const fetched of fetcher.fetch(plan, budget)) {
        outcomes.push(...fetched.days);
        for (const day of ratesIn(fetched)) if (day.dropped) reportDropped([day], reporter);
      }
    } catch (error) {
      this.#rememberFailure(error);
      throw error;
    }
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    for (const outcome of outcomes) this.#recent.set(outcome.day, { outcome, until: now() + lifetime });
  }

  /** Remembers a failure that every other client would get, too, and reports it once. */
  #rememberFailure(error: unknown): void {
    const { stored, now, reporter } = this.options;
    if (!(error instanceof Failure) || error.exitCode === exit.interrupted) return;
    const isOfKey = error instanceof Refused && (error.kind === 'key' || error.kind === 'quota');
    const isFree = stored.source.newest === 'published';
    if (!isFree && !isOfKey && !(error instanceof NotRequested)) return;
    if (!this.#failure || this.#failure.until <= now())
      reporter.note(`${timeInLog(now())} ${error.message}; not retried for one minute`);
    this.#failure = { error, until: now() + lifetime };
  }
}

/** @throws ServiceError if it takes too long */
function inTime(work: readonly (Promise<void> | undefined)[]): Promise<unknown> {
  const late = sleep(longestWait, undefined, { ref: false }).then(() => {
    throw new ServiceError(
      503,
      'unavailable',
      'The days did not arrive in time. Please try again in a moment.',
      `nothing arrived within ${longestWait / 1000} s`,
    );
  });
  return Promise.race([Promise.all(work), late]);
}
