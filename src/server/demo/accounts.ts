import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../../calendar/day.ts';
import type { Account, Accounts, Subscription } from '../api/account.ts';
import { accessRestricted, inactiveAppId, invalidAppId } from '../api/error.ts';

/** The prefixes of the keys that have them; of any other key, the last. */
const subscriptions = {
  free: monthly('Free', 'hourly', 1000, { base: false, symbols: false, timeSeries: false }),
  developer: monthly('Developer', 'hourly', 10_000, { base: true, symbols: true, timeSeries: false }),
  enterprise: monthly('Enterprise', '30-minute', 100_000, { base: true, symbols: true, timeSeries: true }),
  unlimited: monthly('Unlimited', '5-minute', undefined, { base: true, symbols: true, timeSeries: true }),
};

function monthly(
  name: string,
  updateFrequency: string,
  quota: number | undefined,
  features: Subscription['features'],
): Subscription {
  return { name, updateFrequency, features, quota, period: 'month' };
}

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
  const [, found = subscriptions.unlimited] =
    Object.entries(subscriptions).find(([prefix]) => appId.startsWith(prefix)) ?? [];
  return found;
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
