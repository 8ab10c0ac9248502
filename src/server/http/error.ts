import { addDays, dayAt } from '../../calendar/day.ts';
import { exit, Failure } from '../../errors.ts';
import { Refused } from '../../sources/source.ts';

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

/** What a client is told of any error. @param now milliseconds since 1970 */
export function serviceErrorOf(error: unknown, now: number): ServiceError {
  if (error instanceof ServiceError) return error;
  const fault = error instanceof Failure ? error.message : String(error);
  if (!(error instanceof Failure))
    return new ServiceError(500, 'internal_error', 'The request could not be answered.', fault);
  const isOverQuota = error instanceof Refused ? error.kind === 'quota' : error.exitCode === exit.refused;
  return isOverQuota
    ? accessRestricted(addDays(dayAt(now), 1))
    : new ServiceError(503, 'unavailable', failing, fault);
}

const failing =
  'Not stored, and the rates service cannot provide it at the moment; the log of `ratebook serve` says why.';

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
