import { usd } from '../../sources/oxr/pivot.ts';
import type { Account } from './account.ts';
import { missingAppId, notAllowed } from './error.ts';
import type { Selection } from './parameters.ts';
import type { ApiRequest } from './service.ts';

export function identify({ question, service }: ApiRequest): Account {
  const appId = question.query.get('app_id');
  if (!appId) throw missingAppId();
  return service.accounts(appId);
}

export function permitTimeSeries({ plan }: Account): void {
  if (!plan.features.timeSeries) throw notAllowed('The `time-series` endpoint', 'Enterprise and Unlimited');
}

export function permitSelection({ plan }: Account, { base, symbols }: Selection): void {
  const plans = 'Developer, Enterprise and Unlimited';
  if (base !== usd && !plan.features.base) throw notAllowed('Changing the `base` currency', plans);
  if (symbols && !plan.features.symbols) throw notAllowed('Limiting the rates to `symbols`', plans);
}

export async function charging<T>(account: Account, cost: number, work: () => Promise<T>): Promise<T> {
  account.charge(cost);
  try {
    return await work();
  } catch (error) {
    account.refund(cost);
    throw error;
  }
}
