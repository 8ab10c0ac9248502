import type { DailyBudget } from '../days/daily-budget.ts';
import type { Account, Accounts } from './service.ts';

/** Every key shares one account whose quota is the daily budget; days are charged when they are fetched. */
export function budgetAccounts(budget: DailyBudget): Accounts {
  const account: Account = {
    plan: {
      name: 'ratebook serve',
      updateFrequency: 'hourly',
      features: { base: true, symbols: true, 'time-series': true, convert: true },
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
