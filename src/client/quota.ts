import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import type { Usage } from './usage.ts';

/** From `usage.json`, else the first of the next month. */
export function quotaRenewal(usage: Usage | undefined, now: number): Day {
  const today = dayAt(now);
  const last =
    usage?.daysRemaining === undefined ? lastOfMonth(monthOf(today)) : addDays(today, usage.daysRemaining);
  return addDays(last, 1);
}
