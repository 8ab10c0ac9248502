import { statSync } from 'node:fs';
import { type Day, dayAt, isFinished } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure, ifPossible } from '../../errors.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import { roundsAfter } from '../../fetch/latest.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { type DayOutcome, isGap, Refused, Unasked } from '../../sources/source.ts';
import { codeSpans } from '../../store/code-spans.ts';
import type { Store } from '../../store/store.ts';
import { type BudgetPart, DailyBudget, type DayBudget, OverBudget } from './daily-budget.ts';

const mostDays = 1_000;

/** Milliseconds that a day that is not kept, or a failure of the source, stays in memory. */
const fresh = 60_000;

interface SharedOptions {
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  readonly offline?: boolean | undefined;
  readonly budget: DayBudget;
  readonly onIncomplete: (day: DayRates) => void;
  /** The source failed, and is not asked again for a minute. */
  readonly onFailure: (failure: Failure) => void;
  readonly now: () => number;
}

/** Of those who do not wait for ever. */
type Wait = <T>(coming: Promise<T>) => Promise<T>;

interface Shared {
  readonly outcomes: ReadonlyMap<Day, DayOutcome>;
  /** Some days had to be waited for. */
  readonly fetched: boolean;
  /** Requests that were spent for this question. */
  readonly cost: number;
}

/** What was asked for together. */
interface Started {
  readonly part: Promise<BudgetPart>;
  /** Resolves once what was not needed of its part is given back. */
  readonly over: Promise<void>;
}

/** Serves many clients at once: a day that several of them want is fetched once. */
export class SharedDays {
  readonly store: Store;
  /** Days as they were read, with the state of their file then. */
  readonly #read = new Map<Day, { readonly stamp: string; readonly rates: DayRates }>();
  #codes: { readonly of: string; readonly codes: ReadonlySet<Code> } | undefined;
  readonly #underWay = new Map<Day, Promise<DayOutcome>>();
  readonly #closing = new Set<Promise<void>>();
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #failure: { readonly error: Failure; readonly until: number } | undefined;

  constructor(private readonly options: SharedOptions) {
    this.store = options.stored.store;
  }

  /** The same object until the day's file changes. @throws Failure */
  stored(day: Day): DayRates | undefined {
    const stamp = stampOf(this.store.pathOf(day));
    const known = this.#read.get(day);
    if (known && known.stamp === stamp) return known.rates;

    const rates = this.store.read(day);
    if (this.#read.size >= mostDays) this.#read.clear();
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

  /**
   * Offline, without the days that are not held.
   * @param days ascending @param wait for days that are fetched @throws Failure
   */
  async get(days: readonly Day[], wait: Wait = (coming) => coming): Promise<Shared> {
    const outcomes = new Map<Day, DayOutcome>();
    const awaited = days.filter((day) => {
      const outcome = this.#atHand(day);
      if (outcome) outcomes.set(day, outcome);
      return !outcome;
    });

    const started = this.#start(awaited.filter((day) => !this.#underWay.has(day)));
    const coming = awaited.flatMap((day) => this.#underWay.get(day) ?? []);
    const part = await started?.part;
    try {
      const came = coming.length > 0 ? await wait(all(coming, started?.over)) : [];
      for (const outcome of came) outcomes.set(outcome.day, outcome);
    } catch (error) {
      // what others had asked for together with more may be allowed alone
      if (error instanceof OverBudget) return this.get(days, wait);
      throw error;
    }

    return { outcomes, fetched: coming.length > 0, cost: part?.spent ?? 0 };
  }

  /**
   * Offline, the running day of any age, or else the newest stored day, as of a source that is whole.
   * Newer days are not waited for, and are there for the next question. @throws Failure
   */
  async newest(wait: Wait): Promise<Day | undefined> {
    const { stored, offline } = this.options;
    const newestStored = () => this.store.days().at(-1);
    if (offline) return stored.newestProvisional()?.day ?? newestStored();
    if (stored.source.newest === 'today') return undefined;

    const held = newestStored();
    if (!held) {
      await wait(this.#askForNewer(held));
      return newestStored();
    }
    // a failure is told by `onFailure`
    void this.#askForNewer(held).catch(() => {});
    return held;
  }

  async #askForNewer(held: Day | undefined): Promise<void> {
    const { stored, now } = this.options;
    for (const days of roundsAfter(held, dayAt(now()), stored.source)) {
      const { outcomes } = await this.get(days);
      if ([...outcomes.values()].some((outcome) => !isGap(outcome))) return;
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values(), ...this.#closing]);
  }

  #atHand(day: Day): DayOutcome | undefined {
    const { stored, now } = this.options;
    const rates = this.stored(day);
    if (rates) return rates;

    const recent = this.#recent.get(day);
    if (recent && now() < recent.until) return recent.outcome;

    const running = stored.current(day);
    if (running) {
      this.#remember(running);
      return running;
    }

    const gap = stored.gapOf(day);
    return gap ? { day, gap } : stored.lastingGap(day);
  }

  /** All or nothing. @throws the Failure of a moment ago */
  #start(days: readonly Day[]): Started | undefined {
    const { stored, fetcher, offline, budget } = this.options;
    if (offline || days.length === 0) return undefined;
    if (this.#recentFailure) throw this.#recentFailure;
    if (stored.source.asks.by === 'all') this.#mustKeep(days);

    const plan = fetcher.plan(days, 'range');
    const part = budget.setAside(plan.counted);
    const fetched = plan.units.map((unit) => {
      // each unit by itself, so that its failure leaves the others alone
      const outcomes = part.then((part) => this.#fetch({ ...plan, units: [unit] }, part));
      outcomes.catch((error) => this.#heed(error));
      for (const day of unit.days) this.#await(day, outcomes);
      return outcomes;
    });
    const over = Promise.allSettled(fetched).then(async () => (await part).close());
    this.#closing.add(over);
    const closed = () => this.#closing.delete(over);
    over.then(closed, closed);
    return { part, over };
  }

  #mustKeep(days: readonly Day[]): void {
    try {
      this.options.stored.checkWritable(days);
    } catch (error) {
      this.#heed(error);
      throw error;
    }
  }

  async #fetch(plan: Plan, part: BudgetPart): Promise<ReadonlyMap<Day, DayOutcome>> {
    const outcomes = new Map<Day, DayOutcome>();
    const { fetcher, onIncomplete } = this.options;
    for await (const { days } of fetcher.fetch(plan, part)) {
      for (const outcome of days) {
        if (!isGap(outcome) && outcome.dropped) onIncomplete(outcome);
        outcomes.set(outcome.day, outcome);
      }
    }
    return outcomes;
  }

  #await(day: Day, unit: Promise<ReadonlyMap<Day, DayOutcome>>): void {
    const outcome = unit.then((outcomes) => outcomes.get(day) ?? { day, gap: 'not available' as const });
    this.#underWay.set(day, outcome);
    const done = () => this.#underWay.delete(day);
    outcome.then((outcome) => this.#remember(outcome)).then(done, done);
  }

  /** Remembers a failure that any other question would meet, too. */
  #heed(error: unknown): void {
    const { stored, now, onFailure } = this.options;
    if (!(error instanceof Failure) || error.exitCode === exit.interrupted) return;
    if (error instanceof OverBudget) return;
    const isOfKey = error instanceof Refused && (error.kind === 'key' || error.kind === 'quota');
    const isFree = stored.source.newest === 'published';
    if (!isFree && !isOfKey && !(error instanceof Unasked)) return;
    if (!this.#recentFailure) onFailure(error);
    this.#failure = { error, until: now() + fresh };
  }

  get #recentFailure(): Failure | undefined {
    return this.#failure && this.options.now() < this.#failure.until ? this.#failure.error : undefined;
  }

  #remember(outcome: DayOutcome): void {
    const { now } = this.options;
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    if (!isGap(outcome) && this.stored(outcome.day)) return;
    // a finished day that could not be kept never changes either
    const isFinal = !isGap(outcome) && isFinished(outcome.day, now());
    this.#recent.set(outcome.day, { outcome, until: isFinal ? Number.POSITIVE_INFINITY : now() + fresh });
  }
}

async function all<T>(coming: readonly Promise<T>[], over: Promise<void> | undefined): Promise<T[]> {
  try {
    return await Promise.all(coming);
  } finally {
    await over?.catch(() => {});
  }
}

/** Enough, since files are only ever replaced whole. */
function stampOf(path: string): string | undefined {
  // undefined also on an error, which the store then reports
  const file = ifPossible(() => statSync(path, { throwIfNoEntry: false }));
  return file && `${file.ino} ${file.size} ${file.mtimeMs}`;
}

export interface ServedDays {
  readonly plain: SharedDays;
  /** With the alternative currencies; the plain days where the source has no others. */
  readonly alternative: SharedDays;
  /** Of both. */
  readonly budget: DailyBudget;
}

interface Opening extends Omit<SharedOptions, 'stored' | 'fetcher' | 'budget'> {
  readonly hasAlternative: boolean;
  /** Requests that may be spent in a UTC day. */
  readonly most: number;
  readonly openDays: (alternative: boolean) => Promise<Pick<SharedOptions, 'stored' | 'fetcher'>>;
}

/** @throws Failure if the store cannot be opened */
export async function openServed(opening: Opening): Promise<ServedDays> {
  const { hasAlternative, most, openDays, ...options } = opening;
  const budget = new DailyBudget(most, options.now);
  const open = async (alternative: boolean) =>
    new SharedDays({ ...options, budget, ...(await openDays(alternative)) });

  const plain = await open(false);
  const alternative = hasAlternative ? await open(true) : plain;
  return { plain, alternative, budget };
}
