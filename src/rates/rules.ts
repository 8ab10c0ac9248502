import { addDays, type Day, firstDay, isWeekend } from '../calendar/day.ts';
import { daysOf, type Every, type Period, periodOf } from '../calendar/period.ts';
import type { Calendar } from '../calendar/publishing.ts';

/** Days before the one that is asked about. */
export const mostBack = 14;

/** What a rate rests on. */
export type RateBasis =
  | { readonly of: 'day'; readonly day: Day }
  /** If the day lacks the pair, the nearest day before it that has both, `back` days at most. */
  | { readonly of: 'last'; readonly day: Day; readonly back: number }
  | MeanBasis;

interface MeanBasis {
  readonly of: 'mean';
  readonly period: Period;
  readonly weekdays?: true;
  /**
   * That of the published rates, rounded to as many decimals as they have; a pair is the quotient of two.
   */
  readonly isOfPublished?: true;
}

type Publishes = Calendar['publishes'];

/** Which day's rate counts for a day. Weekends are skipped, holidays only by rules of published days. */
const dayRules = {
  day: (day) => ({ of: 'day', day }),
  weekday: (day) => ({ of: 'day', day: lastWeekday(day) }),
  'weekday-before': (day) => ({ of: 'day', day: lastWeekday(addDays(day, -1)) }),
  'last-published': (day) => ({ of: 'last', day, back: mostBack }),
  'published-before': (day) => ({ of: 'last', day: addDays(day, -1), back: mostBack - 1 }),
} satisfies Record<string, (day: Day) => RateBasis>;

interface PeriodRule {
  readonly every: Every;
  readonly basisOf: (period: Period, publishes: Publishes) => RateBasis;
}

const mean = (every: Every, more: Pick<MeanBasis, 'weekdays' | 'isOfPublished'> = {}): PeriodRule => ({
  every,
  basisOf: (period) => ({ of: 'mean', period, ...more }),
});

const end = (every: Every): PeriodRule => ({
  every,
  basisOf: (period, publishes) => ({ of: 'day', day: lastPublished(period, publishes) }),
});

/** Which rate counts for the period of a day. */
const periodRules = {
  'month-mean': mean('month'),
  'weekday-mean': mean('month', { weekdays: true }),
  'month-end': end('month'),
  'quarter-mean': mean('quarter'),
  'quarter-end': end('quarter'),
  'year-mean': mean('year'),
  'year-end': end('year'),
  'published-month-mean': mean('month', { isOfPublished: true }),
  'published-quarter-mean': mean('quarter', { isOfPublished: true }),
  'published-year-mean': mean('year', { isOfPublished: true }),
} satisfies Record<string, PeriodRule>;

type RuleOfDay = keyof typeof dayRules;
type RuleOfPeriod = keyof typeof periodRules;

/** The rules that are told; those of a period may also mean the one before. */
export type ToldRule = RuleOfDay | RuleOfPeriod;

export type RateRule = ToldRule | `${typeof previous}${RuleOfPeriod}`;

const previous = 'previous-';

const namesOfPeriods = Object.keys(periodRules) as readonly RuleOfPeriod[];

export const rateRuleNames: readonly RateRule[] = [
  ...(Object.keys(dayRules) as readonly RuleOfDay[]),
  ...namesOfPeriods,
  ...namesOfPeriods.map((name) => `${previous}${name}` as const),
];

/**
 * @param rule undefined: the default, `day`, which on a closed day is `last-published`, but of the publishing day
 * before it alone
 * @param publishes on which days there are rates
 */
export function basisOf(rule: RateRule | undefined, day: Day, publishes: Publishes = () => true): RateBasis {
  if (rule === undefined) return dayRules.day(publishingDay(day, publishes));
  if (isOfDay(rule)) return dayRules[rule](day);
  const isPrevious = isOfPrevious(rule);
  const { every, basisOf } = periodRules[isPrevious ? (rule.slice(previous.length) as RuleOfPeriod) : rule];
  const period = periodOf(day, every);
  return basisOf(isPrevious ? periodOf(addDays(period.first, -1), every) : period, publishes);
}

/**
 * The day, or if it is closed the last one before it on which the source should have published, whether it
 * has or not.
 */
export function publishingDay(day: Day, publishes: Publishes): Day {
  return daysBack(day, mostBack).find((each) => each >= firstDay && publishes(each)) ?? day;
}

const isOfDay = (rule: RateRule): rule is RuleOfDay => Object.hasOwn(dayRules, rule);

const isOfPrevious = (rule: RateRule): rule is `${typeof previous}${RuleOfPeriod}` =>
  rule.startsWith(previous);

/** The last day of the period with rates; where there is none, its last day. */
function lastPublished({ first, last }: Period, publishes: Publishes): Day {
  let day = last;
  while (day >= first && !publishes(day)) day = addDays(day, -1);
  return day < first ? last : day;
}

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
