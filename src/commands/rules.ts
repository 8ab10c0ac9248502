import { type RateRule, rateRuleNames, type ToldRule } from '../rates/rules.ts';

const told: Readonly<Record<ToldRule, string>> = {
  day: 'the day itself',
  weekday: 'the day, or the last Monday to Friday before it',
  'weekday-before': 'the last Monday to Friday strictly before it',
  'last-published': 'the day, or the nearest before it that has the pair',
  'published-before': 'the nearest day strictly before it with the pair',
  'month-mean': 'mean of all days of its month',
  'weekday-mean': 'mean of Monday to Friday of its month',
  'month-end': 'last day of its month on which there are rates',
  'quarter-mean': 'mean of all days of its quarter',
  'quarter-end': 'last day of its quarter on which there are rates',
  'year-mean': 'mean of all days of its year',
  'year-end': 'last day of its year on which there are rates',
  'published-month-mean': 'as ministries do: a rounded mean, then divided',
  'published-quarter-mean': 'the same of its quarter',
  'published-year-mean': 'the same of its year',
};

/** For help. Rules of the period before are told in one line. */
export const ruleMeanings: readonly (readonly [rule: string, meaning: string])[] = [
  ...Object.entries(told),
  ['previous-...', 'such a rule of the period before: previous-month-mean'],
];

export function meaningOfRule(rule: RateRule): string {
  if (Object.hasOwn(told, rule)) return told[rule as ToldRule];
  return `${rule.replace('previous-', '')} of the period before`;
}

export const isRule = (word: string): word is RateRule => rateRuleNames.some((rule) => rule === word);
