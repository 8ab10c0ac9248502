import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import type { Json } from '../../json.ts';
import type { DayRates } from '../../rates/day-rates.ts';

/** Whose rates are served, and to whom. */
export interface Service {
  readonly pivot: Code;
  /** Milliseconds since 1970; each response's `Date`. */
  readonly now: () => number;
  /** @param isAlternative with the alternative currencies, too */
  readonly days: (days: readonly Day[], isAlternative: boolean) => Promise<FoundDays>;
  /** Undefined if the latest rates are those of today. */
  readonly newest: (isAlternative: boolean) => Promise<Day | undefined>;
  /** Those of the source, besides its pivot; undefined if they are those of the service itself. */
  readonly currencies: () => Promise<Iterable<Code> | undefined>;
  /** @throws ServiceError for a key that is refused */
  readonly accountOf: (appId: string) => Account;
  /** For monitors, without a key. */
  readonly health: () => Promise<Json>;
}

/** For the log, never for clients. */
export interface Logged {
  /** Where days are from. */
  origin?: string | undefined;
  /** Why there is no answer. */
  fault?: string | undefined;
}

export interface FoundDays extends Readonly<Logged> {
  /**
   * Relative to the pivot, codes sorted, in the order of the request, without days on which nobody publishes;
   * undefined if any other is not available.
   */
  readonly rates: readonly DayRates[] | undefined;
}

export interface Account {
  readonly plan: Subscription;
  readonly requests: number;
  /** For requests that are to be answered. @throws ServiceError if the quota is too small */
  charge(cost: number): void;
}

export interface Subscription {
  readonly name: string;
  readonly updateFrequency: string;
  /** As they are reported. */
  readonly features: Readonly<Record<ApiFeature | 'experimental', boolean>>;
  /** Requests in a period; undefined if unlimited. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

export type ApiFeature = 'base' | 'symbols' | 'time-series' | 'convert';

export const allFeatures = {
  base: true,
  symbols: true,
  experimental: true,
  'time-series': true,
  convert: true,
};
