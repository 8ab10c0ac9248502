import { statSync } from 'node:fs';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, dayAt, isFinished } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure, ifPossible } from '../../errors.ts';
import { besideStored } from '../../fetch/consent.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import { roundsAfter } from '../../fetch/latest.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { reportDropped } from '../../report/coverage.ts';
import type { Reporter } from '../../report/reporter.ts';
import { type DayOutcome, isGap, Refused, Unasked } from '../../sources/source.ts';
import { codeSpans } from '../../store/code-spans.ts';
import type { Store } from '../../store/store.ts';
import { type DayBudget, OverBudget } from './day-budget.ts';

const maxCachedDays = 1_000;

/** Milliseconds that a day that is not stored, or a failure of the source, stays in memory. */
const lifetime = 60_000;

interface SharedOptions {
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  readonly offline?: boolean | undefined;
  readonly budget: DayBudget;
  readonly now: () => number;
  /** For incomplete days and failures; undefined where each client's own run reports them. */
  readonly reporter?: Pick<Reporter, 'note' | 'problem'> | undefined;
}

type Outcomes = ReadonlyMap<Day, DayOutcome>;

/** Days that one client has requested together. */
type Batch = Promise<{ readonly outcomes: Outcomes; readonly cost: number }>;

interface SharedAnswer {
  readonly outcomes: Outcomes;
  /** Some days had to be fetched. */
  readonly fetched: boolean;
  /** Requests that were spent for this client. */
  readonly cost: number;
}

/** Serves many clients at once: a day that several of them want is fetched once. */
export class SharedDays {
  readonly store: Store;
  /** Stored days, with the state of their file when it was read. */
  readonly #read = new Map<Day, { readonly stamp: string; readonly rates: DayRates }>();
  #codes: { readonly of: string; readonly codes: ReadonlySet<Code> } | undefined;
  readonly #underWay = new Map<Day, Batch>();
  readonly #batches = new Set<Batch>();
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #failure: { readonly error: Failure; readonly until: number } | undefined;

  constructor(private readonly options: SharedOptions) {
    this.store = options.stored.store;
  }

  /** The same object until the day's file changes. @throws Failure */
  stored(day: Day): DayRates | undefined {
    const stamp = stampOf(this.store.pathOf(day));
    const cached = this.#read.get(day);
    if (cached && cached.stamp === stamp) return cached.rates;

    const rates = this.store.read(day);
    if (this.#read.size >= maxCachedDays) this.#read.clear();
    if (stamp && rates) this.#read.set(day, { stamp, rates });
    return rates;
  }

  /** Of all stored days. @throws Failure */
  async codes(): Promise<ReadonlySet<Code>> {
    const days = this.store.days();
    const of = `${days.length} to ${days.at(-1)}`;
    if (this.#codes?.of !== of) {
      const spans = await codeSpans(days, (day) => ifPossible(() => this.store.peek(day))?.rates);
      this.#codes = { of, codes: new Set(spans.keys()) };
    }
    return this.#codes.codes;
  }

  /** Offline, without the days that are not stored. @param days ascending @throws Failure */
  async get(days: readonly Day[]): Promise<SharedAnswer> {
    const outcomes = new Map<Day, DayOutcome>();
    for (const day of days) {
      const outcome = this.#outcomeOf(day);
      if (outcome) outcomes.set(day, outcome);
    }
    const awaited = days.filter((day) => !outcomes.has(day));
    const others = new Set(awaited.flatMap((day) => this.#underWay.get(day) ?? []));
    const own = this.#start(awaited.filter((day) => !this.#underWay.has(day)));

    const fetched = own ? [await own] : [];
    try {
      fetched.push(...(await Promise.all(others)));
    } catch (error) {
      // what others had requested together with more may be allowed alone
      if (error instanceof OverBudget) return this.get(days);
      throw error;
    }
    if (fetched.length > 0)
      for (const day of awaited) {
        const batch = fetched.find((each) => each.outcomes.has(day));
        outcomes.set(day, batch?.outcomes.get(day) ?? { day, gap: 'not available' });
      }
    return { outcomes, fetched: fetched.length > 0, cost: own ? (await own).cost : 0 };
  }

  /**
   * Offline, the provisional day of any age, or else the newest stored day, as of a source that is whole.
   * Newer days are requested, and are there for the next client. @throws Failure
   */
  async newest(): Promise<Day | undefined> {
    const { stored, offline } = this.options;
    const newestStored = () => this.store.days().at(-1);
    if (offline) return stored.newestProvisional()?.day ?? newestStored();
    if (stored.source.newest === 'today') return undefined;

    const newest = newestStored();
    const update = this.#fetchNewer(newest);
    if (!newest) await update;
    // a failure is reported where it is remembered
    else update.catch(() => {});
    return newest ?? newestStored();
  }

  async #fetchNewer(newest: Day | undefined): Promise<void> {
    const { stored, now } = this.options;
    for (const days of roundsAfter(newest, dayAt(now()), stored.source)) {
      const { outcomes } = await this.get(days);
      if ([...outcomes.values()].some((outcome) => !isGap(outcome))) return;
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#batches);
  }

  /** What is known of a day without a request. */
  #outcomeOf(day: Day): DayOutcome | undefined {
    const { stored, now } = this.options;
    const rates = this.stored(day);
    if (rates) return rates;

    const recent = this.#recent.get(day);
    if (recent && now() < recent.until) return recent.outcome;

    const provisional = stored.current(day);
    if (provisional) {
      this.#remember(provisional);
      return provisional;
    }

    const gap = stored.gapOf(day);
    return gap ? { day, gap } : stored.lastingGap(day);
  }

  /** @throws the Failure of a moment ago */
  #start(days: readonly Day[]): Batch | undefined {
    const { stored, offline } = this.options;
    if (offline || days.length === 0) return undefined;
    if (this.#recentFailure) throw this.#recentFailure;
    try {
      if (stored.source.asks.by === 'all') stored.checkWritable(days);
    } catch (error) {
      this.#rememberFailure(error);
      throw error;
    }

    const batch = this.#fetch(days).finally(() => {
      this.#batches.delete(batch);
      for (const day of days) if (this.#underWay.get(day) === batch) this.#underWay.delete(day);
    });
    // each client that waits for it gets its failure
    batch.catch(() => {});
    this.#batches.add(batch);
    for (const day of days) this.#underWay.set(day, batch);
    return batch;
  }

  /** The whole cost is set aside before anything is sent. @throws Failure */
  async #fetch(days: readonly Day[]): Batch {
    const { fetcher, budget, reporter } = this.options;
    const plan = fetcher.plan(days, 'range');
    const part = await budget.setAside(plan.counted);
    const outcomes = new Map<Day, DayOutcome>();
    try {
      for await (const fetched of fetcher.fetch(plan, part))
        for (const outcome of fetched.days) {
          if (reporter && !isGap(outcome) && outcome.dropped) reportDropped([outcome], reporter);
          outcomes.set(outcome.day, outcome);
          this.#remember(outcome);
          this.#underWay.delete(outcome.day);
        }
      return { outcomes, cost: part.spent };
    } catch (error) {
      this.#rememberFailure(error);
      throw error;
    } finally {
      await part.close().catch(() => {});
    }
  }

  /** Remembers a failure that every other client would get, too, and reports it once. */
  #rememberFailure(error: unknown): void {
    const { stored, now, reporter } = this.options;
    if (!(error instanceof Failure) || error.exitCode === exit.interrupted) return;
    const isOfKey = error instanceof Refused && (error.kind === 'key' || error.kind === 'quota');
    const isFree = stored.source.newest === 'published';
    if (!isFree && !isOfKey && !(error instanceof Unasked)) return;
    if (!this.#recentFailure) reporter?.note(failureLine(error, now()));
    this.#failure = { error, until: now() + lifetime };
  }

  get #recentFailure(): Failure | undefined {
    return this.#failure && this.options.now() < this.#failure.until ? this.#failure.error : undefined;
  }

  #remember(outcome: DayOutcome): void {
    const { now } = this.options;
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    if (!isGap(outcome) && ifPossible(() => this.stored(outcome.day))) return;
    // a final day that could not be stored never changes either
    const isFinal = !isGap(outcome) && isFinished(outcome.day, now());
    this.#recent.set(outcome.day, { outcome, until: isFinal ? Number.POSITIVE_INFINITY : now() + lifetime });
  }
}

const failureLine = ({ message }: Failure, now: number) =>
  `${timeInLog(now)} ${message}; not retried for one minute`;

export const timeInLog = (now: number) => new Date(now).toISOString().replace(/\.\d+/, '');

/** Enough, since files are only ever replaced whole. */
function stampOf(path: string): string | undefined {
  // undefined also on an error, which the store then reports
  const file = ifPossible(() => statSync(path, { throwIfNoEntry: false }));
  return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
}

/** Of one client: its missing days are fetched at once, since they are allowed together or not at all. */
export const sharedFetcher = (own: DayFetcher, shared: SharedDays, stored: StoredDays): DayFetcher => ({
  ...own,
  async *fetch(plan) {
    const { outcomes } = await shared.get(plan.missing).catch(async (error) => {
      throw error instanceof Unasked ? await besideStored(error, plan, stored) : error;
    });
    const outcomeOf = (day: Day): DayOutcome =>
      outcomes.get(day) ?? stored.known(day) ?? { day, gap: 'not held' };
    for (const { days } of plan.units) {
      yield { days: days.map(outcomeOf) };
      await letOthersRun();
    }
  },
});
