import { addDays, type Day, eachDay, firstDay, isWeekend, lastOfMonth, monthOf } from '../calendar/day.ts';
import { type Period, periodOf } from '../calendar/period.ts';

export type Source =
  | { readonly of: 'day'; readonly day: Day }
  | { readonly of: 'mean'; readonly period: Period };

/** Which day's rate counts for a day. Weekends are skipped, holidays are not. */
export const rateRules = {
  day: (day) => ({ of: 'day', day }),
  weekday: (day) => ({ of: 'day', day: lastWeekday(day) }),
  'weekday-before': (day) => ({ of: 'day', day: lastWeekday(addDays(day, -1)) }),
  'month-mean': (day) => ({ of: 'mean', period: periodOf(day, 'month') }),
  'month-end': (day) => ({ of: 'day', day: lastOfMonth(monthOf(day)) }),
  'previous-month-mean': (day) => ({
    of: 'mean',
    period: periodOf(addDays(periodOf(day, 'month').first, -1), 'month'),
  }),
  'year-mean': (day) => ({ of: 'mean', period: periodOf(day, 'year') }),
} satisfies Record<string, (day: Day) => Source>;

export type RateRule = keyof typeof rateRules;

export const rateRuleNames = Object.keys(rateRules) as readonly RateRule[];

export const nameOfSource = (source: Source) => (source.of === 'day' ? source.day : source.period.name);

interface Needed {
  /** Ascending; those of a period that is not over, up to the last finished one. */
  readonly days: readonly Day[];
  /** Why there can be no rate. */
  readonly lacks?: 'before the first day' | 'still to come' | undefined;
}

/** @param today the running day  @param finished the last finished day */
export function neededDays(source: Source, today: Day, finished: Day): Needed {
  const [first, last] =
    source.of === 'day' ? [source.day, source.day] : [source.period.first, source.period.last];
  if (first < firstDay) return { days: [], lacks: 'before the first day' };
  const newest = source.of === 'day' ? today : finished;
  if (first > newest) return { days: [], lacks: 'still to come' };
  return { days: [...eachDay(first, last < newest ? last : newest)] };
}

function lastWeekday(day: Day): Day {
  return isWeekend(day) ? lastWeekday(addDays(day, -1)) : day;
}
