import type { Account, Accounts } from './account.ts';

/** Every key is let in, to one account: what this process spends in a day is its quota. Days are charged where they are fetched. */
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
