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
