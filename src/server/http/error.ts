import type { Day } from '../../calendar/day.ts';

/** Clients go by `code` (`message` in the body); the error's own message is the description for people. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
    /** For whoever runs the server, never for clients. */
    readonly fault?: string,
  ) {
    super(description);
  }
}

export const accessRestricted = (until: Day) =>
  new ServiceError(
    429,
    'access_restricted',
    `Access restricted until ${until} (reason: too_many_requests). The quota of this App ID is used up, or too small for this request.`,
  );

const notAvailable = (asked: string, other: string) =>
  new ServiceError(
    400,
    'not_available',
    `Historical rates for ${asked} are not available - please try a different ${other}.`,
  );

export const dayNotAvailable = () => notAvailable('the requested date', 'date');

export const daysNotAvailable = () => notAvailable('one or more of your requested dates', 'date range');

export const invalidCallback = () =>
  new ServiceError(
    400,
    'invalid_callback',
    'Invalid `callback`: it may have letters, digits, `_`, `.` and `$` alone.',
  );

export const invalidCode = (what: 'base' | 'from' | 'to', code = '') =>
  new ServiceError(
    400,
    `invalid_${what}`,
    `Invalid \`${what}\` currency [${code}]. Please use a code from \`currencies.json\` that has a rate on this date.`,
  );

export const invalidValue = () =>
  new ServiceError(400, 'invalid_value', 'Invalid `value`: it must be a decimal number such as `19999.95`.');

export const invalidAppId = () =>
  new ServiceError(401, 'invalid_app_id', 'Invalid App ID provided. Please check it and try again.');

export const noRoute = () =>
  new ServiceError(
    404,
    'not_found',
    'There is no such route. There are `latest.json`, `historical/DAY.json`, `time-series.json`, `convert/AMOUNT/FROM/TO`, `currencies.json` and `usage.json` under `/api/`, and `/health`.',
  );

export const unavailable = (why: string, fault?: string) => new ServiceError(503, 'unavailable', why, fault);
