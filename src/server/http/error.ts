import { addDays, dayAt } from '../../calendar/day.ts';
import { exit, Failure } from '../../errors.ts';
import { Refused } from '../../sources/source.ts';

/** For the log: where days are from, and why there is no answer. Never for clients. */
export interface Logged {
  readonly origin?: string | undefined;
  readonly fault?: string | undefined;
}

/** Clients go by `code` (`message` in the body); the error's own message is the description for people. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
    readonly logged: Logged = {},
  ) {
    super(description);
  }
}

/** What a client is told of any error. @param now milliseconds since 1970 */
export function serviceErrorOf(error: unknown, now: number): ServiceError {
  if (error instanceof ServiceError) return error;
  const fault = error instanceof Failure ? error.message : String(error);
  if (!(error instanceof Failure))
    return new ServiceError(500, 'internal_error', 'The request could not be answered.', { fault });
  const isOverQuota = error instanceof Refused ? error.kind === 'quota' : error.exitCode === exit.refused;
  return isOverQuota ? accessRestricted(addDays(dayAt(now), 1)) : unavailable(failing, fault);
}

const failing =
  'Not stored, and the rates service cannot provide it at the moment; the log of `ratebook serve` says why.';

export const unavailable = (why: string, fault: string) =>
  new ServiceError(503, 'unavailable', why, { fault });

export const accessRestricted = (until: string) =>
  new ServiceError(
    429,
    'access_restricted',
    `Access restricted until ${until} (reason: too_many_requests). The quota of this App ID is used up, or too small for this request.`,
  );

const notAvailable = (what: string, other: string, logged?: Logged) =>
  new ServiceError(
    400,
    'not_available',
    `Historical rates for ${what} are not available - please try a different ${other}.`,
    logged,
  );

export const dayNotAvailable = (logged?: Logged) => notAvailable('the requested date', 'date', logged);

export const daysNotAvailable = (logged?: Logged) =>
  notAvailable('one or more of your requested dates', 'date range', logged);

export const invalidCode = (what: 'base' | 'from' | 'to', code = '') =>
  new ServiceError(
    400,
    `invalid_${what}`,
    `Invalid \`${what}\` currency [${code}]. Please use a code from \`currencies.json\` that has a rate on this date.`,
  );

export const invalidAppId = () =>
  new ServiceError(401, 'invalid_app_id', 'Invalid App ID provided. Please check it and try again.');
