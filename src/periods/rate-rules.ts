import { addDays, type Day, firstDay, isWeekend, lastOfMonth, monthOf } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';

/** Days before the one that is asked about. */
export const mostBack = 14;

/** What a rate rests on. */
export type RateBasis =
  | { readonly of: 'day'; readonly day: Day }
  /** If the day lacks the pair, the nearest day before it that has both, `back` days at most. */
  | { readonly of: 'last'; readonly day: Day; readonly back: number }
  | { readonly of: 'mean'; readonly period: Period; readonly weekdays?: true };

/** Which day's rate counts for a day. Weekends are skipped, holidays only by rules of published days. */
export const rateRules = {
  day: (day) => ({ of: 'day', day }),
  weekday: (day) => ({ of: 'day', day: lastWeekday(day) }),
  'weekday-before': (day) => ({ of: 'day', day: lastWeekday(addDays(day, -1)) }),
  'last-published': (day) => ({ of: 'last', day, back: mostBack }),
  'published-before': (day) => ({ of: 'last', day: addDays(day, -1), back: mostBack - 1 }),
  'month-mean': (day) => ({ of: 'mean', period: periodOf(day, 'month') }),
  'weekday-mean': (day) => ({ of: 'mean', period: periodOf(day, 'month'), weekdays: true }),
  'month-end': (day) => ({ of: 'day', day: lastOfMonth(monthOf(day)) }),
  'previous-month-mean': (day) => ({
    of: 'mean',
    period: periodOf(addDays(periodOf(day, 'month').first, -1), 'month'),
  }),
  'quarter-mean': (day) => ({ of: 'mean', period: periodOf(day, 'quarter') }),
  'year-mean': (day) => ({ of: 'mean', period: periodOf(day, 'year') }),
} satisfies Record<string, (day: Day) => RateBasis>;

export type RateRule = keyof typeof rateRules;

export const rateRuleNames = Object.keys(rateRules) as readonly RateRule[];

export function nameOfBasis(basis: RateBasis): string {
  return basis.of === 'mean' ? basis.period.name : basis.day;
}

/** The day and those that may stand in for it, nearest first. */
export function daysBack(day: Day, most: number): Day[] {
  return Array.from({ length: most + 1 }, (_, back) => addDays(day, -back));
}

interface NeededDays {
  /** Ascending; those of a period that is not over, up to the last finished one. */
  readonly days: readonly Day[];
  /** Why there can be no rate. */
  readonly lacks?: 'before the first day' | 'still to come';
}

export function neededDays(basis: RateBasis, today: Day, finished: Day): NeededDays {
  const all = daysIn(basis);
  if ((all[0] ?? firstDay) < firstDay) return { days: [], lacks: 'before the first day' };

  const newest = basis.of === 'mean' ? finished : today;
  const days = all.filter((day) => day <= newest);
  return days.length > 0 ? { days } : { days, lacks: 'still to come' };
}

export function daysIn(basis: RateBasis): Day[] {
  return basis.of === 'mean' ? daysOf(basis.period, { weekdays: basis.weekdays === true }) : [basis.day];
}

function lastWeekday(day: Day): Day {
  return isWeekend(day) ? lastWeekday(addDays(day, -1)) : day;
}
