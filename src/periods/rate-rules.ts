import { addDays, type Day, firstDay, isWeekend, lastOfMonth, monthOf } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';

export type Source =
  | { readonly of: 'day'; readonly day: Day }
  /** Or of the nearest day before it that has the pair. */
  | { readonly of: 'last'; readonly day: Day }
  | { readonly of: 'mean'; readonly period: Period; readonly weekdays?: true };

/** Which day's rate counts for a day. Weekends are skipped, holidays only by `last-published`. */
export const rateRules = {
  day: (day) => ({ of: 'day', day }),
  weekday: (day) => ({ of: 'day', day: lastWeekday(day) }),
  'weekday-before': (day) => ({ of: 'day', day: lastWeekday(addDays(day, -1)) }),
  'last-published': (day) => ({ of: 'last', day }),
  'month-mean': (day) => ({ of: 'mean', period: periodOf(day, 'month') }),
  'weekday-mean': (day) => ({ of: 'mean', period: periodOf(day, 'month'), weekdays: true }),
  'month-end': (day) => ({ of: 'day', day: lastOfMonth(monthOf(day)) }),
  'previous-month-mean': (day) => ({
    of: 'mean',
    period: periodOf(addDays(periodOf(day, 'month').first, -1), 'month'),
  }),
  'quarter-mean': (day) => ({ of: 'mean', period: periodOf(day, 'quarter') }),
  'year-mean': (day) => ({ of: 'mean', period: periodOf(day, 'year') }),
} satisfies Record<string, (day: Day) => Source>;

export type RateRule = keyof typeof rateRules;

export const rateRuleNames = Object.keys(rateRules) as readonly RateRule[];

export const nameOfSource = (source: Source) => (source.of === 'mean' ? source.period.name : source.day);

const mostBack = 14;

/** The day and those that may stand in for it, nearest first. */
export const daysBack = (day: Day): Day[] => Array.from({ length: mostBack + 1 }, (_, back) => addDays(day, -back));

/** Ascending; those of a period that is not over, up to the last finished one. Or why there can be no rate. */
export function neededDays(source: Source, today: Day, finished: Day) {
  const all = daysIn(source);
  if ((all[0] ?? firstDay) < firstDay) return { days: [], lacks: 'before the first day' as const };
  const newest = source.of === 'mean' ? finished : today;
  const days = all.filter((day) => day <= newest);
  return { days, lacks: days.length > 0 ? undefined : ('still to come' as const) };
}

/** Which its rate rests on. */
export const daysIn = (source: Source): Day[] =>
  source.of === 'mean' ? daysOf(source.period, source.weekdays === true) : [source.day];

function lastWeekday(day: Day): Day {
  return isWeekend(day) ? lastWeekday(addDays(day, -1)) : day;
}
