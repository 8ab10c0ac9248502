import { addDays, type Day, dayAt } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure } from '../../errors.ts';
import type { Json } from '../../json.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { Refused } from '../../sources/source.ts';

/** Whose rates are served, and to whom. */
export interface Service {
  readonly pivot: Code;
  /** Milliseconds since 1970; each response's `Date`. */
  readonly now: () => number;
  /** @param isAlternative with the alternative currencies, too */
  readonly days: (days: readonly Day[], isAlternative: boolean) => Promise<FoundDays>;
  /** Changes with the stored days; undefined while they can be changing. Missing: nothing is cached. */
  readonly revision?: (isAlternative: boolean) => string | undefined;
  /** Undefined if the latest rates are those of today. */
  readonly newest: (isAlternative: boolean) => Promise<Day | undefined>;
  /** Those of the source without its pivot; undefined for the service itself. */
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
  /** Why the request failed. */
  fault?: string | undefined;
}

export interface FoundDays extends Readonly<Logged> {
  /**
   * Relative to the pivot, codes sorted, in the order of the request, without closed days;
   * undefined if any other is not available.
   */
  readonly rates: readonly DayRates[] | undefined;
  /** That of stored days, which are the same for as long as it is. */
  readonly revision?: string | undefined;
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
  readonly features: Readonly<Record<keyof typeof allFeatures, boolean>>;
  /** Requests in a period; undefined if unlimited. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

export const allFeatures = {
  base: true,
  symbols: true,
  experimental: true,
  'time-series': true,
  convert: true,
};

/** Clients go by `code` (`message` in the body); the error's own message is the description for people. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
    /** For the log, never for clients. */
    readonly fault?: string,
  ) {
    super(description);
  }
}

/** The response for an error. @param now milliseconds since 1970 */
export function serviceErrorOf(error: unknown, now: number): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!(error instanceof Failure))
    return new ServiceError(500, 'internal_error', 'The request could not be answered.', String(error));
  const isOverQuota = error instanceof Refused ? error.kind === 'quota' : error.exitCode === exit.refused;
  return isOverQuota
    ? accessRestricted(addDays(dayAt(now), 1))
    : new ServiceError(
        503,
        'unavailable',
        'Not stored, and the rates service cannot provide it at the moment; the log of `ratebook serve` says why.',
        error.message,
      );
}

export const accessRestricted = (until: string) =>
  new ServiceError(
    429,
    'access_restricted',
    `Access restricted until ${until} (reason: too_many_requests). The quota of this App ID is used up, or too small for this request.`,
  );

export const notAvailable = (what: 'date' | 'date range') =>
  new ServiceError(
    400,
    'not_available',
    `Historical rates for ${what === 'date' ? 'the requested date' : 'one or more of your requested dates'} are not available - please try a different ${what}.`,
  );

export const invalidCode = (what: 'base' | 'from' | 'to', code = '') =>
  new ServiceError(
    400,
    `invalid_${what}`,
    `Invalid \`${what}\` currency [${code}]. Please use a code from \`currencies.json\` that has a rate on this date.`,
  );

export const invalidAppId = () =>
  new ServiceError(401, 'invalid_app_id', 'Invalid App ID provided. Please check it and try again.');

export const timeInLog = (now: number) => new Date(now).toISOString().replace(/\.\d+/, '');
