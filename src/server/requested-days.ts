import { countDays, type Day, firstDay, lastOfMonth, monthOf, parseDay } from '../calendar/day.ts';
import { dayNotAvailable, daysNotAvailable, invalidDateRange, unrealDate } from './service-error.ts';

/** One request holds a month at most; the 1st to the 31st of any month passes. */
const mostDays = 31;

/** @throws ServiceError for a day that there cannot be */
export function parseHistoricalDay(text: string, today: Day): Day {
  const day = parseDay(text);
  if (!day) throw unrealDate();
  if (day < firstDay || day > today) throw dayNotAvailable();
  return day;
}

/**
 * The days from `start` to `end`, both included.
 * @throws ServiceError for days that there cannot be
 */
export function parseRange(query: URLSearchParams, today: Day): { first: Day; last: Day; length: number } {
  const first = parseDay(query.get('start') ?? '');
  const last = parseEnd(query.get('end') ?? '');
  if (!first || !last) {
    throw invalidDateRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');
  }
  const length = countDays(first, last);
  if (length === 0) throw invalidDateRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidDateRange(`one request holds a month, ${mostDays} days at most`);
  if (first < firstDay || last > today) throw daysNotAvailable();
  return { first, last, length };
}

/** An end of 29 to 31 past the month's length is corrected backwards. */
function parseEnd(text: string): Day | undefined {
  const first = parseDay(text.replace(/-(29|30|31)$/, '-01'));
  return parseDay(text) ?? (first && lastOfMonth(monthOf(first)));
}
