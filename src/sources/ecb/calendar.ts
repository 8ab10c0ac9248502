import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysAfterEaster } from '../../calendar/publishing.ts';

const holidays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Payments stood still before the year 2000, and before the euro came in cash. */
const closedOnce: ReadonlySet<string> = new Set(['1999-12-31', '2001-12-31']);

/** Whether the bank publishes rates on the day. */
export function isWorkingDay(day: Day): boolean {
  if (isWeekend(day) || holidays.has(day.slice(5)) || closedOnce.has(day)) return false;
  // in its first year the bank worked at Easter
  if (day < '2000') return true;

  const afterEaster = daysAfterEaster(day);
  // Good Friday and Easter Monday
  return afterEaster !== -2 && afterEaster !== 1;
}
