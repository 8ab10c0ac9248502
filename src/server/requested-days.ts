import { correctedEnd } from '../calendar/corrected-end.ts';
import { countDays, type Day, firstDay, parseDay } from '../calendar/day.ts';
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
  const end = query.get('end') ?? '';
  const last = parseDay(end) ?? correctedEnd(end);
  if (!first || !last) {
    throw invalidDateRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');
  }
  const length = countDays(first, last);
  if (length === 0) throw invalidDateRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidDateRange(`one request holds a month, ${mostDays} days at most`);
  if (first < firstDay || last > today) throw daysNotAvailable();
  return { first, last, length };
}
