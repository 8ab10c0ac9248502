import type { Day } from '../../calendar/day.ts';

/** Clients go by `code` (`message` in the body); the error's own message is the description for people. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** For whoever runs the server, never for clients. */
    readonly fault?: string,
  ) {
    super(description);
  }
}

export function asServiceError(thrown: unknown): ServiceError {
  return thrown instanceof ServiceError ? thrown : internalError(String(thrown));
}

export const missingAppId = () =>
  new ServiceError(401, 'missing_app_id', 'No App ID provided. Add yours to the URL as `app_id`.');

export const invalidAppId = () =>
  new ServiceError(401, 'invalid_app_id', 'Invalid App ID provided. Please check it and try again.');

export const inactiveAppId = () =>
  new ServiceError(401, 'app_id_inactive', 'This App ID has been deactivated. Please use another.');

export const notAllowed = (what: string, plans: string) =>
  new ServiceError(403, 'not_allowed', `${what} is available for ${plans} plan clients.`);

export const accessRestricted = (until: Day) =>
  new ServiceError(
    429,
    'access_restricted',
    `Access restricted until ${until} (reason: too_many_requests). The quota of this App ID is used up, or too small for this request.`,
  );

export const dayNotAvailable = () =>
  new ServiceError(
    400,
    'not_available',
    'Historical rates for the requested date are not available - please try a different date.',
  );

export const unrealDate = () =>
  new ServiceError(
    400,
    'not_available',
    'Invalid date: it must be a valid day in the format `YYYY-MM-DD` - please try a different date.',
  );

export const daysNotAvailable = () =>
  new ServiceError(
    400,
    'not_available',
    'Historical rates for one or more of your requested dates are not available - please try a different date range.',
  );

export const invalidDateRange = (rule: string) =>
  new ServiceError(400, 'invalid_date_range', `Invalid date range: ${rule}.`);

export const invalidBase = (base: string) =>
  new ServiceError(
    400,
    'invalid_base',
    `Invalid \`base\` currency [${base}]. Please use a code from \`currencies.json\` that has a rate on this date.`,
  );

export const notFound = () =>
  new ServiceError(404, 'not_found', 'The requested API route could not be matched - please check it.');

export const methodNotAllowed = () =>
  new ServiceError(405, 'method_not_allowed', 'Only GET and HEAD are supported.', { Allow: 'GET, HEAD' });

export const forbidden = (why: string) => new ServiceError(403, 'forbidden', why);

export const unavailable = (why: string, fault?: string) =>
  new ServiceError(503, 'unavailable', why, {}, fault);

const internalError = (fault: string) =>
  new ServiceError(500, 'internal_error', 'The request could not be answered.', {}, fault);
