import { type Day, dayAt } from '../../calendar/day.ts';
import { type Budget, Ledger, type Limit } from '../../sources/ledger.ts';
import type { Account, Accounts } from '../api/service.ts';

/** The requests that a long-running process may spend in a UTC day. */
export class DailyBudget {
  readonly most: number;
  readonly #now: () => number;
  readonly #ledger: Ledger;
  #day: Day | undefined;

  constructor(most: number, now: () => number) {
    this.most = most;
    this.#now = now;
    this.#ledger = new Ledger(most);
  }

  /** May have been charged today. */
  get spent(): number {
    const { charged, lost } = this.#today();
    return charged + lost;
  }

  allow(cost: number): BudgetPart | undefined {
    return this.#today().reserve(cost) ? new BudgetPart(() => this.#today(), cost) : undefined;
  }

  /** Requests under way at midnight count on both days. */
  #today(): Ledger {
    const day = dayAt(this.#now());
    if (day !== this.#day) {
      this.#ledger.charged = 0;
      this.#ledger.lost = 0;
    }
    this.#day = day;
    return this.#ledger;
  }
}

/** Part of a day's budget, set aside for one task; more comes from the rest of the day. */
export class BudgetPart implements Budget {
  spent = 0;
  readonly #today: () => Ledger;
  #aside: number;

  constructor(today: () => Ledger, aside: number) {
    this.#today = today;
    this.#aside = aside;
  }

  get limit(): Limit {
    return this.#today().limit;
  }

  allows(cost: number): boolean {
    return this.#today().allows(Math.max(0, cost - this.#aside));
  }

  reserve(cost: number): boolean {
    const more = Math.max(0, cost - this.#aside);
    if (!this.#today().reserve(more)) return false;
    this.#aside -= cost - more;
    return true;
  }

  settle(cost: number, outcome: 'charged' | 'free' | 'lost'): void {
    if (outcome === 'free') {
      this.#aside += cost;
      return;
    }
    this.#today().settle(cost, outcome);
    this.spent += cost;
  }

  close(): void {
    this.#today().settle(this.#aside, 'free');
    this.#aside = 0;
  }
}

/** Every key shares one account whose quota is the daily budget; days are charged when they are fetched. */
export function budgetAccounts(budget: { readonly most: number; readonly spent: number }): Accounts {
  const account: Account = {
    plan: {
      name: 'ratebook serve',
      updateFrequency: 'hourly',
      features: { base: true, symbols: true, timeSeries: true },
      quota: budget.most,
      period: 'day',
    },
    get requests() {
      return budget.spent;
    },
    charge: () => {},
    refund: () => {},
  };
  return () => account;
}
