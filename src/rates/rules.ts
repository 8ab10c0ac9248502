import { addDays, type Day, firstDay, isWeekend } from '../calendar/day.ts';
import { daysOf, type Every, type Period, periodOf } from '../calendar/period.ts';
import { type Calendar, lastPublished } from '../calendar/publishing.ts';

/** Days before the one that is asked about. */
export const mostBack = 14;

/** The basis of a rate. */
export type RateBasis =
  | { readonly of: 'day'; readonly day: Day }
  /** If the day lacks the pair, the nearest day before it that has both, `back` days at most. */
  | { readonly of: 'last'; readonly day: Day; readonly back: number }
  | {
      readonly of: 'mean';
      readonly period: Period;
      readonly weekdays: boolean;
      /**
       * That of the published rates, rounded to as many decimals as they have; a pair is the quotient of two.
       */
      readonly isOfPublished: boolean;
    };

type Publishes = Calendar['publishes'];

/** Which day's rate counts for a day. Weekends are skipped, holidays only by rules of published days. */
const dayRules = ['day', 'weekday', 'weekday-before', 'last-published', 'published-before'] as const;

/** Which rate counts for the period of a day. */
const periodRules = [
  'month-mean',
  'weekday-mean',
  'month-end',
  'quarter-mean',
  'quarter-end',
  'year-mean',
  'year-end',
  'published-month-mean',
  'published-quarter-mean',
  'published-year-mean',
] as const;

const previousRules = periodRules.map((rule) => `previous-${rule}` as const);

/** The rules that help names; those of a period may also mean the one before. */
export type BasicRule = (typeof dayRules)[number] | (typeof periodRules)[number];

export const rateRuleNames = [...dayRules, ...periodRules, ...previousRules] as const;

export type RateRule = (typeof rateRuleNames)[number];

/**
 * @param rule undefined: the default, `day`, which on a closed day is `last-published`, but of the
 * publishing day before it alone
 * @param publishes on which days there are rates
 */
export function basisOf(rule: RateRule | undefined, day: Day, publishes: Publishes = () => true): RateBasis {
  const before = addDays(day, -1);
  switch (rule) {
    case undefined:
      return { of: 'day', day: publishingDay(day, publishes) };
    case 'day':
      return { of: 'day', day };
    case 'weekday':
      return { of: 'day', day: lastWeekday(day) };
    case 'weekday-before':
      return { of: 'day', day: lastWeekday(before) };
    case 'last-published':
      return { of: 'last', day, back: mostBack };
    case 'published-before':
      return { of: 'last', day: before, back: mostBack - 1 };
  }
  const every = (/month|quarter|year/.exec(rule)?.[0] ?? 'month') as Every;
  const current = periodOf(day, every);
  const period = rule.startsWith('previous') ? periodOf(addDays(current.first, -1), every) : current;
  if (rule.endsWith('end')) return { of: 'day', day: lastPublished(period, publishes) ?? period.last };
  return {
    of: 'mean',
    period,
    weekdays: rule.endsWith('weekday-mean'),
    isOfPublished: rule.includes('published'),
  };
}

/**
 * The day, or if it is closed the last one before it on which the source should have published, whether it
 * has or not.
 */
function publishingDay(day: Day, publishes: Publishes): Day {
  const first = addDays(day, -mostBack);
  return lastPublished({ first: first < firstDay ? firstDay : first, last: day }, publishes) ?? day;
}

export function nameOfBasis(basis: RateBasis): string {
  return basis.of === 'mean' ? basis.period.name : basis.day;
}

/** The day and its substitutes, nearest first. */
export function daysBack(day: Day, most: number): Day[] {
  return Array.from({ length: most + 1 }, (_, back) => addDays(day, -back));
}

/**
 * Ascending; those of a period that is not over, up to the last finished one. In their place, why there can
 * be no rate: the first of them is too early, or all are still to come.
 */
export function neededDays(basis: RateBasis, today: Day, finished: Day): readonly Day[] | 'early' | 'future' {
  const isMean = basis.of === 'mean';
  if ((isMean ? basis.period.first : basis.day) < firstDay) return 'early';
  if (!isMean) return basis.day <= today ? [basis.day] : 'future';
  const days = daysIn(basis).filter((day) => day <= finished);
  return days.length > 0 ? days : 'future';
}

export function daysIn(basis: RateBasis): Day[] {
  return basis.of === 'mean' ? daysOf(basis.period, basis.weekdays) : [basis.day];
}

/** Whether a mean lacks days because its period is not over. */
export function isCut(basis: RateBasis, finished: Day): boolean {
  return basis.of === 'mean' && basis.period.last > finished;
}

function lastWeekday(day: Day): Day {
  return isWeekend(day) ? lastWeekday(addDays(day, -1)) : day;
}
