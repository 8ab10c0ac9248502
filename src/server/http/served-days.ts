import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day, dayAt } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure, ifPossible } from '../../errors.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import { roundsAfter } from '../../fetch/latest.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import type { DayRates } from '../../rates/day-rates.ts';
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
import type { DayBudget } from './day-budget.ts';
import { accessRestricted, ServiceError } from './error.ts';
import { timeInLog } from './handler.ts';
import type { FoundDays } from './service.ts';

/** Milliseconds that a day that is not stored, or a failure of the source, stays in memory. */
const lifetime = 60_000;

/** Milliseconds that a client waits for missing days; those that arrive later are stored for the next. */
const longestWait = 4_000;

const mostInMemory = 1_000;

/** Milliseconds in which a folder can change twice without a sign of it in its time of change. */
const clockTick = 50;

interface ServedOptions {
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  readonly offline: boolean;
  readonly budget: DayBudget;
  readonly now: () => number;
  readonly reporter: Pick<Reporter, 'note' | 'problem'>;
}

interface Fetch {
  readonly outcomes: ReadonlyMap<Day, DayOutcome>;
  /** Requests of the quota. */
  readonly cost: number;
}

/** The days of a source for many clients at once: one that several of them need is fetched once. */
export class ServedDays {
  /** The state of the store's folder when these were read. */
  #stamp: string | undefined;
  readonly #rates = new Map<Day, DayRates>();
  #codes: Promise<Iterable<Code>> | undefined;
  readonly #underWay = new Map<Day, Promise<Fetch>>();
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #failure: { readonly error: Failure; readonly until: number } | undefined;

  constructor(private readonly options: ServedOptions) {}

  /** @param days ascending @throws Failure; ServiceError if they take too long */
  async find(days: readonly Day[]): Promise<FoundDays> {
    this.#forgetChanged();
    const known = days.map((day) => this.#known(day));
    const missing = this.options.offline ? [] : days.filter((_, at) => !known[at]);
    const own = missing.filter((day) => !this.#underWay.has(day));
    const ownFetch = own.length > 0 ? this.#fetch(own) : undefined;
    const waiting = missing.map((day) => this.#underWay.get(day));
    const fetched = waiting.length > 0 ? await inTime(Promise.all(waiting)) : [];
    const outcomes = days.map((day, at): DayOutcome => {
      const outcome = known[at] ?? fetched[missing.indexOf(day)]?.outcomes.get(day);
      return outcome ?? { day, reason: 'not stored' };
    });

    const gaps = outcomes.filter(isUnavailable);
    // days on which nobody publishes matter only where all are such
    const lacking = gaps.find((gap) => !isNotDue(gap)) ?? (gaps.length === days.length ? gaps[0] : undefined);
    const isFetched = missing.length > 0;
    const origin = isFetched ? `fetched, cost ${(await ownFetch)?.cost ?? 0}` : undefined;
    if (!lacking) return { rates: ratesIn({ days: outcomes }), origin: origin ?? 'stored, cost 0' };
    const isExplained = !isFetched && lacking.reason === 'not stored';
    const fault = isExplained ? undefined : `${lacking.day}: ${lacking.reason}`;
    return { rates: undefined, origin: origin ?? 'not stored, cost 0', fault };
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
    this.#rates.clear();
    this.#codes = undefined;
  }

  /** What is known of a day without a request. */
  #known(day: Day): DayOutcome | undefined {
    const inMemory = this.#rates.get(day);
    if (inMemory) return inMemory;
    const { stored, now } = this.options;
    const read = stored.store.read(day);
    if (this.#rates.size >= mostInMemory) this.#rates.clear();
    if (read) this.#rates.set(day, read);
    const recent = this.#recent.get(day);
    const isRecent = recent && now() < recent.until;
    return read ?? stored.known(day, now()) ?? (isRecent ? recent.outcome : undefined);
  }

  async #fetchNewer(newest: Day | undefined): Promise<void> {
    const { stored, now } = this.options;
    for (const days of roundsAfter(newest, dayAt(now()), stored.source))
      if ((await this.find(days)).rates) return;
  }

  /** Each client that waits for the days gets their failure. */
  #fetch(days: readonly Day[]): Promise<Fetch> {
    const fetching = this.#execute(days).finally(() => {
      for (const day of days) this.#underWay.delete(day);
    });
    fetching.catch(() => {});
    for (const day of days) this.#underWay.set(day, fetching);
    return fetching;
  }

  /** Sends nothing if the cost is over what is left of the day. @throws Failure, also that of a moment ago */
  async #execute(days: readonly Day[]): Promise<Fetch> {
    const { stored, fetcher, budget, now, reporter } = this.options;
    if (this.#failure && now() < this.#failure.until) throw this.#failure.error;
    const plan = fetcher.plan(days, 'range');
    if (!budget.allows(plan.counted)) throw accessRestricted(addDays(dayAt(now()), 1));

    const outcomes = new Map<Day, DayOutcome>();
    try {
      if (stored.source.asks.by === 'all') stored.checkWritable(days);
      for await (const fetched of fetcher.fetch(plan, budget))
        for (const outcome of fetched.days) {
          if (!isUnavailable(outcome) && outcome.dropped) reportDropped([outcome], reporter);
          outcomes.set(outcome.day, outcome);
        }
    } catch (error) {
      this.#rememberFailure(error);
      throw error;
    }
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    for (const [day, outcome] of outcomes) this.#recent.set(day, { outcome, until: now() + lifetime });
    return { outcomes, cost: plan.cost };
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
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = sleep(longestWait, undefined, { ref: false }).then(() => {
    throw new ServiceError(
      503,
      'unavailable',
      'The days did not arrive in time. Please try again in a moment.',
      `nothing arrived within ${longestWait / 1000} s`,
    );
  });
  return Promise.race([work, late]);
}
