/** What a plan may have beside whole days in USD. */
interface Features {
  readonly base: boolean;
  readonly symbols: boolean;
  readonly timeSeries: boolean;
}

export interface Subscription {
  readonly name: string;
  readonly updateFrequency: string;
  readonly features: Features;
  /** Requests in a period; nothing where there is no limit. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

/** One key's plan and the requests that it has spent. */
export interface Account {
  readonly plan: Subscription;
  readonly requests: number;
  /**
   * Counts requests before they are answered.
   * @throws ServiceError where fewer are left; nothing is counted then
   */
  charge(cost: number): void;
  /** Takes back what an error has made free. */
  refund(cost: number): void;
}

/**
 * The account of a key.
 * @throws ServiceError for a key that is refused
 */
export type Accounts = (appId: string) => Account;
