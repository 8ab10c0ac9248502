import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../../calendar/day.ts';
import type { Account, Accounts, Subscription } from '../api/account.ts';
import { accessRestricted, inactiveAppId, invalidAppId } from '../api/error.ts';

const free: Subscription = {
  name: 'Free',
  updateFrequency: 'hourly',
  features: { base: false, symbols: false, timeSeries: false },
  quota: 1000,
  period: 'month',
};
const developer: Subscription = {
  name: 'Developer',
  updateFrequency: 'hourly',
  features: { base: true, symbols: true, timeSeries: false },
  quota: 10_000,
  period: 'month',
};
const enterprise: Subscription = {
  name: 'Enterprise',
  updateFrequency: '30-minute',
  features: { base: true, symbols: true, timeSeries: true },
  quota: 100_000,
  period: 'month',
};
const unlimited: Subscription = {
  ...enterprise,
  name: 'Unlimited',
  updateFrequency: '5-minute',
  quota: undefined,
};

/** In memory, each made when its key is first seen; the key's prefix selects the plan. */
export function demoAccounts(now: () => number): Accounts {
  const accounts = new Map<string, Account>();
  return (appId) => {
    if (appId.startsWith('invalid')) throw invalidAppId();
    if (appId.startsWith('inactive')) throw inactiveAppId();
    const account = accounts.get(appId) ?? new MonthlyAccount(planOf(appId), now);
    accounts.set(appId, account);
    return account;
  };
}

function planOf(appId: string): Subscription {
  if (appId.startsWith('free')) return free;
  if (appId.startsWith('developer')) return developer;
  if (appId.startsWith('enterprise')) return enterprise;
  return unlimited;
}

class MonthlyAccount implements Account {
  readonly plan: Subscription;
  readonly #now: () => number;
  #month = '';
  #requests = 0;

  constructor(plan: Subscription, now: () => number) {
    this.plan = plan;
    this.#now = now;
  }

  get requests(): number {
    return this.#month === monthOf(this.#today()) ? this.#requests : 0;
  }

  charge(cost: number): void {
    const today = this.#today();
    const requests = this.requests + cost;
    if (this.plan.quota !== undefined && requests > this.plan.quota) {
      throw accessRestricted(addDays(lastOfMonth(monthOf(today)), 1));
    }
    this.#month = monthOf(today);
    this.#requests = requests;
  }

  refund(cost: number): void {
    this.#requests = Math.max(0, this.#requests - cost);
  }

  #today(): Day {
    return dayAt(this.#now());
  }
}
