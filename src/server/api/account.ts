import { usd } from '../../sources/oxr/service.ts';
import { missingAppId, notAllowed } from './error.ts';
import type { Selection } from './parameters.ts';

interface Features {
  readonly base: boolean;
  readonly symbols: boolean;
  readonly timeSeries: boolean;
}

export interface Subscription {
  readonly name: string;
  readonly updateFrequency: string;
  readonly features: Features;
  /** Requests in a period; undefined if unlimited. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

export interface Account {
  readonly plan: Subscription;
  readonly requests: number;
  /** Called before requests are answered. @throws ServiceError if the quota is too small; nothing is charged then */
  charge(cost: number): void;
  refund(cost: number): void;
}

/** @throws ServiceError for a refused key */
export type Accounts = (appId: string) => Account;

/** @throws ServiceError without a key, or for a refused one */
export function identify(query: URLSearchParams, accounts: Accounts): Account {
  const appId = query.get('app_id');
  if (!appId) throw missingAppId();
  return accounts(appId);
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
