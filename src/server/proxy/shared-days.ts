import type { Day } from '../../calendar/day.ts';
import { Refused } from '../../client/refusal.ts';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import { type DayOutcome, isGap } from '../../fetch/outcome.ts';
import type { Plan, Unit } from '../../fetch/plan.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Allowance, DailyBudget } from './daily-budget.ts';
import { DayCache } from './day-cache.ts';

/** Milliseconds for which a day that is not kept stays in memory, and a refusal of the key. */
const fresh = 60_000;

interface SharedOptions {
  readonly holdings: Holdings;
  readonly library: Library;
  /** Nothing is asked. */
  readonly offline?: boolean | undefined;
  readonly budget: DailyBudget;
  /** Told of a fetched day of which rates could not be used. */
  readonly onIncomplete: (day: DayRates) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** More would be spent than is left of the day's budget. */
export class OverBudget extends Error {}

export interface SharedOutcomes {
  readonly outcomes: ReadonlyMap<Day, DayOutcome>;
  /** Some were not at hand, and had to come from the service. */
  readonly fetched: boolean;
  /** What may have been charged for them. */
  readonly cost: number;
}

/** Days for many askers at once: a day that several want is asked for once. */
export class SharedDays {
  readonly #options: SharedOptions;
  readonly #held: DayCache;
  readonly #underWay = new Map<Day, Promise<DayOutcome>>();
  readonly #recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  #refusal: { readonly error: Refused; readonly until: number } | undefined;

  constructor(options: SharedOptions) {
    this.#options = options;
    this.#held = new DayCache(options.holdings.store);
  }

  /** What can be had of these days (ascending) at once, and the others when they come; nothing for a day not held where none is asked for. */
  async get(days: readonly Day[]): Promise<SharedOutcomes> {
    const outcomes = new Map<Day, DayOutcome>();
    const awaited: Day[] = [];
    for (const day of days) {
      const outcome = this.#atHand(day);
      if (outcome) outcomes.set(day, outcome);
      else awaited.push(day);
    }
    const allowance = this.#start(awaited.filter((day) => !this.#underWay.has(day)));
    const coming = awaited.flatMap((day) => this.#underWay.get(day) ?? []);
    for (const outcome of await Promise.all(coming)) outcomes.set(outcome.day, outcome);
    return { outcomes, fetched: coming.length > 0, cost: allowance?.spent ?? 0 };
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }

  #atHand(day: Day): DayOutcome | undefined {
    const { holdings, now } = this.#options;
    const rates = this.#held.read(day);
    if (rates) return rates;
    const recent = this.#recent.get(day);
    if (recent && now() < recent.until) return recent.outcome;
    return holdings.gaps.has(day) ? { day, gap: 'not available' } : undefined;
  }

  /** @throws OverBudget where not all of them may be asked for, Refused where the service has lately refused all; then none is */
  #start(days: readonly Day[]): Allowance | undefined {
    const { library, offline, budget, now } = this.#options;
    if (offline || days.length === 0) return undefined;
    if (this.#refusal && now() < this.#refusal.until) throw this.#refusal.error;
    const plan = library.plan(days, 'time-series');
    const allowance = budget.allow(plan.cost);
    if (!allowance) throw new OverBudget();
    const fetched = plan.units.map((unit) => {
      const outcomes = this.#fetch(planOf(unit), allowance);
      for (const day of unit.days) this.#await(day, outcomes);
      return outcomes;
    });
    void Promise.allSettled(fetched).then((results) => {
      allowance.close();
      for (const result of results) if (result.status === 'rejected') this.#heed(result.reason);
    });
    return allowance;
  }

  async #fetch(plan: Plan, allowance: Allowance): Promise<ReadonlyMap<Day, DayOutcome>> {
    const outcomes = new Map<Day, DayOutcome>();
    const { library, onIncomplete } = this.#options;
    for await (const outcome of library.days(plan, allowance)) {
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

  /** A key that is refused, or whose quota is used up, is not tried again by each client. */
  #heed(error: unknown): void {
    if (!(error instanceof Refused) || !(error.kind === 'key' || error.kind === 'quota')) return;
    this.#refusal = { error, until: this.#options.now() + fresh };
  }

  /** What the store does not keep, such as the running day, need not be asked for again at once. */
  #remember(outcome: DayOutcome): void {
    const { now } = this.#options;
    for (const [day, { until }] of this.#recent) if (now() >= until) this.#recent.delete(day);
    if (isGap(outcome) || !this.#held.read(outcome.day))
      this.#recent.set(outcome.day, { outcome, until: now() + fresh });
  }
}

/** A unit by itself: where it fails, the others come all the same. */
function planOf(unit: Unit): Plan {
  const cost = unit.requests.reduce((sum, { run }) => sum + run.length, 0);
  return { days: unit.days.length, held: unit.days.length - cost, cost, units: [unit] };
}
