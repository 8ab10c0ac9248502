import { addDays, type Day, dayAt, eachDay, isFinished } from '../../calendar/day.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import type { Plan } from '../../fetch/plan.ts';
import { daysAfter } from '../../fetch/publication.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { type DayOutcome, isGap, Refused } from '../../sources/source.ts';
import { accessRestricted } from '../api/error.ts';
import type { BudgetPart, DailyBudget } from './daily-budget.ts';
import { dayCache, listCache } from './day-cache.ts';

/** Milliseconds that a day that is not kept, or a refusal of the key, stays in memory. */
const fresh = 60_000;

interface SharedOptions {
  readonly holdings: Holdings;
  readonly library: Library;
  readonly offline?: boolean | undefined;
  readonly budget: DailyBudget;
  readonly onIncomplete: (day: DayRates) => void;
  readonly now: () => number;
}

type Wait = <T>(coming: Promise<T>) => Promise<T>;

/** Serves many clients at once: a day that several of them want is fetched once. */
export class SharedDays {
  readonly #held: (day: Day) => DayRates | undefined;
  /** Ascending. @throws Failure */
  readonly stored: () => Promise<readonly Day[]>;
  readonly #underWay = new Map<Day, Promise<DayOutcome>>();
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #refusal: { readonly error: Refused; readonly until: number } | undefined;

  constructor(private readonly options: SharedOptions) {
    this.#held = dayCache(options.holdings.store);
    this.stored = listCache(options.holdings.store);
  }

  /** Offline, without the days that are not held. @param days ascending @param wait for those that are fetched */
  async get(days: readonly Day[], wait: Wait = (coming) => coming) {
    const outcomes = new Map<Day, DayOutcome>();
    const awaited = days.filter((day) => {
      const outcome = this.#atHand(day);
      if (outcome) outcomes.set(day, outcome);
      return !outcome;
    });
    const part = this.#start(awaited.filter((day) => !this.#underWay.has(day)));
    const coming = awaited.flatMap((day) => this.#underWay.get(day) ?? []);
    const came = coming.length > 0 ? await wait(Promise.all(coming)) : [];
    for (const outcome of came) outcomes.set(outcome.day, outcome);
    return { outcomes, fetched: coming.length > 0, cost: part?.spent ?? 0 };
  }

  /** Offline, the running day of any age, or else the newest stored one, as of a source that is whole. @throws Failure */
  async newest(wait: Wait): Promise<Day | undefined> {
    const { holdings, offline, now } = this.options;
    if (offline) return holdings.running.newest()?.day ?? (await this.stored()).at(-1);
    if (!holdings.publication) return undefined;
    const held = (await this.stored()).at(-1);
    // an older day will do
    await this.get(daysAfter(held, dayAt(now())), wait).catch(() => {});
    return (await this.stored()).at(-1);
  }

  /** Of stored days, and finished ones that are not. @throws Failure */
  async health() {
    const { holdings, now } = this.options;
    const stored = await this.stored();
    const newest = stored.at(-1);
    if (!newest) return { days: 0, newest: null, behind: null };
    const { publishes, lastDue } = holdings.source;
    const behind = [...eachDay(addDays(newest, 1), lastDue(now()))].filter(publishes).length;
    return { days: stored.length, newest, behind };
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }

  #atHand(day: Day): DayOutcome | undefined {
    const { holdings, now } = this.options;
    const rates = this.#held(day);
    if (rates) return rates;
    const recent = this.#recent.get(day);
    if (recent && now() < recent.until) return recent.outcome;
    const running = holdings.running.current(day);
    if (running) this.#remember(running);
    if (running) return running;
    const gap = holdings.gapOf(day) ?? (holdings.gaps.has(day) && 'not available');
    return gap ? { day, gap } : undefined;
  }

  /** All or nothing. @throws ServiceError where the budget is too small, or Refused while a recent refusal lasts */
  #start(days: readonly Day[]): BudgetPart | undefined {
    const { library, offline, budget, now } = this.options;
    if (offline || days.length === 0) return undefined;
    if (this.#refusal && now() < this.#refusal.until) throw this.#refusal.error;
    const plan = library.plan(days, 'time-series');
    const part = budget.allow(plan.cost);
    if (!part) throw accessRestricted(addDays(dayAt(now()), 1));
    const fetched = plan.units.map((unit) => {
      // by itself, so that its failure leaves the others alone
      const outcomes = this.#fetch({ ...plan, units: [unit] }, part);
      outcomes.catch((error) => this.#heed(error));
      for (const day of unit.days) this.#await(day, outcomes);
      return outcomes;
    });
    void Promise.allSettled(fetched).then(() => part.close());
    return part;
  }

  async #fetch(plan: Plan, part: BudgetPart): Promise<ReadonlyMap<Day, DayOutcome>> {
    const outcomes = new Map<Day, DayOutcome>();
    const { library, onIncomplete } = this.options;
    for await (const outcome of library.days(plan, part)) {
      if (!isGap(outcome) && outcome.dropped) onIncomplete(outcome);
      outcomes.set(outcome.day, outcome);
    }
    return outcomes;
  }

  #await(day: Day, unit: Promise<ReadonlyMap<Day, DayOutcome>>): void {
    const outcome = unit.then((outcomes) => outcomes.get(day) ?? { day, gap: 'not available' as const });
    this.#underWay.set(day, outcome);
    const done = () => this.#underWay.delete(day);
    outcome.then((outcome) => this.#remember(outcome)).then(done, done);
  }

  #heed(error: unknown): void {
    if (!(error instanceof Refused) || !(error.kind === 'key' || error.kind === 'quota')) return;
    this.#refusal = { error, until: this.options.now() + fresh };
  }

  #remember(outcome: DayOutcome): void {
    const { now } = this.options;
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    if (!isGap(outcome) && this.#held(outcome.day)) return;
    // a finished day that could not be kept never changes either
    const isFinal = !isGap(outcome) && isFinished(outcome.day, now());
    this.#recent.set(outcome.day, { outcome, until: isFinal ? Number.POSITIVE_INFINITY : now() + fresh });
  }
}
