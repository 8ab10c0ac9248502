import { type Day, dayAt } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import { type Budget, RunBudget } from '../../fetch/budget.ts';
import { count } from '../../words.ts';

/** A part of a budget that was set aside for one task. */
export interface BudgetPart extends Budget {
  readonly spent: number;
  /** Gives back what was not needed. */
  close(): void | Promise<void>;
}

/** Of a UTC day. */
export interface DayBudget {
  /** The whole cost, or nothing. @throws Failure */
  setAside(cost: number): Promise<BudgetPart>;
}

/** The requests that a long-running process may spend in a UTC day. */
export class DailyBudget implements DayBudget {
  readonly #counter: RunBudget;
  #day: Day | undefined;

  constructor(
    readonly most: number,
    private readonly now: () => number,
  ) {
    this.#counter = new RunBudget(most);
  }

  get spent(): number {
    return this.#today().spent;
  }

  async setAside(cost: number): Promise<BudgetPart> {
    const part = this.allow(cost);
    if (part) return part;
    throw new OverBudget(
      `${count(cost, 'request')} would be over the ${this.most} that may be spent in a day`,
      'a new day begins at 0:00 UTC; stored days cost nothing',
    );
  }

  /** Sets the whole cost aside; undefined if less is left. */
  allow(cost: number): BudgetPart | undefined {
    if (!this.#today().reserve(cost)) return undefined;
    const today = () => this.#today();
    let aside = cost;
    let spent = 0;

    return {
      limit: this.#counter.limit,
      get spent() {
        return spent;
      },
      allows: (cost) => today().allows(Math.max(0, cost - aside)),
      reserve(cost) {
        const more = Math.max(0, cost - aside);
        if (!today().reserve(more)) return false;
        aside -= cost - more;
        return true;
      },
      settle(cost, outcome) {
        if (outcome === 'free') {
          aside += cost;
          return;
        }
        today().settle(cost, outcome);
        spent += cost;
      },
      close() {
        today().settle(aside, 'free');
        aside = 0;
      },
    };
  }

  /** Requests under way at midnight count on both days. */
  #today(): RunBudget {
    const day = dayAt(this.now());
    if (day !== this.#day) {
      this.#counter.charged = 0;
      this.#counter.lost = 0;
    }
    this.#day = day;
    return this.#counter;
  }
}

export class OverBudget extends Failure {
  constructor(message: string, ...hints: readonly string[]) {
    super('over_budget', message, ...hints);
  }
}
