import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import type { Budget, Charge } from '../../fetch/budget.ts';
import { count } from '../../words.ts';

/** Requests that were spent or set aside on a UTC day. */
export interface SpentOnDay {
  readonly day: Day;
  readonly requests: number;
}

/** The requests that a long-running process may spend in a UTC day. */
export class DayBudget {
  #last: SpentOnDay = { day: firstDay, requests: 0 };

  constructor(
    readonly max: () => number,
    readonly now: () => number,
  ) {}

  get limit(): Budget['limit'] {
    return { name: `--max-cost ${this.max()}`, hint: 'raise --max-cost to continue' };
  }

  get spent(): number {
    return this.today().requests;
  }

  /** Requests that a part can still be given. */
  get spare(): number {
    return this.max() - this.spent;
  }

  /** Sets the whole cost aside, or nothing. @throws Failure */
  async setAside(cost: number): Promise<BudgetPart> {
    const { day } = await this.charge(cost);
    return new BudgetPart(this, day, cost);
  }

  /** @param day that requests are given back to, unless it is over @throws Failure */
  async charge(requests: number, day?: Day): Promise<SpentOnDay> {
    return this.chargeFrom(this.today(), requests, day);
  }

  chargeFrom(before: SpentOnDay, requests: number, day = before.day): SpentOnDay {
    if (requests > this.max() - before.requests) throw this.over(requests, before);
    const isOver = day !== before.day;
    this.#last = isOver ? before : { day, requests: before.requests + requests };
    return this.#last;
  }

  /** A clock that is set back begins no other day. */
  today(): SpentOnDay {
    const day = dayAt(this.now());
    return this.#last.day < day ? { day, requests: 0 } : this.#last;
  }

  protected over(cost: number, _: SpentOnDay): OverBudget {
    return new OverBudget(
      `${count(cost, 'request')} would be over the ${this.max()} that may be spent in a day`,
      'a new day begins at 0:00 UTC; stored days cost nothing',
    );
  }
}

/** What was set aside for one task. Nothing is sent after midnight that was set aside before it. */
export class BudgetPart implements Budget {
  readonly limit: Budget['limit'];
  spent = 0;

  constructor(
    private readonly budget: DayBudget,
    private readonly day: Day,
    private unused: number,
  ) {
    this.limit = budget.limit;
  }

  /** What a lost response has used up can be replaced from what the day has left. */
  allows(cost: number): boolean {
    if (dayAt(this.budget.now()) > this.day) return false;
    return cost <= this.unused || cost <= this.unused + this.budget.spare;
  }

  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    if (cost > this.unused) this.budget.chargeFrom(this.budget.today(), cost - this.unused);
    this.unused = Math.max(0, this.unused - cost);
    return true;
  }

  settle(cost: number, charge: Charge): void {
    if (charge === 'free') this.unused += cost;
    else this.spent += cost;
  }

  /** Gives back what was not needed. */
  async close(): Promise<void> {
    const { unused } = this;
    this.unused = 0;
    if (unused > 0) await this.budget.charge(-unused, this.day);
  }
}

export class OverBudget extends Failure {
  constructor(message: string, ...hints: readonly string[]) {
    super('over_budget', message, ...hints);
  }
}
