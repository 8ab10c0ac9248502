import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, dayOfWeek } from '../../src/calendar/day.ts';
import { nameOfBasis, neededDays, type RateRule, rateRuleNames, rateRules } from '../../src/periods/rate-rules.ts';
import { anyDay, asDay } from '../calendar/any.ts';
import { always } from '../support/always.ts';
import { cases } from '../support/cases.ts';

const longAfter = asDay('2200-01-01');

describe('the rate of a day rests on', () => {
  const names = cases(`
    day = 2024-01-20 = 2024-01-20 = 1   weekday = 2024-01-17 = 2024-01-17 = 1   weekday = 2024-01-20 = 2024-01-19 = 1
    weekday = 2024-01-21 = 2024-01-19 = 1   weekday-before = 2024-01-17 = 2024-01-16 = 1
    weekday-before = 2024-01-20 = 2024-01-19 = 1   weekday-before = 2024-01-21 = 2024-01-19 = 1
    weekday-before = 2024-01-22 = 2024-01-19 = 1   month-mean = 2024-02-17 = 2024-02 = 29
    month-end = 2024-02-17 = 2024-02-29 = 1   month-end = 2024-02-29 = 2024-02-29 = 1
    previous-month-mean = 2024-03-31 = 2024-02 = 29   previous-month-mean = 2024-01-01 = 2023-12 = 31
    weekday-mean = 2024-02-17 = 2024-02 = 21   quarter-mean = 2024-02-17 = 2024-Q1 = 91
    year-mean = 2024-03-31 = 2024 = 366   last-published = 2024-01-20 = 2024-01-20 = 1
    published-before = 2024-01-20 = 2024-01-19 = 1
  `);
  test.each(names)('%s of %s: %s', (rule, day, name, days) => {
    const source = rateRules[rule as RateRule](asDay(day));
    expect(nameOfBasis(source)).toBe(name);
    expect(neededDays(source, longAfter, longAfter).days).toHaveLength(Number(days));
  });

  test('a day from Monday to Friday, at most three days back, under the rules of weekdays', () => {
    const isWeekday = (day: Day) => dayOfWeek(day) !== 0 && dayOfWeek(day) !== 6;
    return always([anyDay], (day) => {
      const [on, before] = [nameOfBasis(rateRules.weekday(day)), nameOfBasis(rateRules['weekday-before'](day))];
      expect(isWeekday(on as Day) && isWeekday(before as Day)).toBe(true);
      expect(on <= day && before < day && addDays(before as Day, 3) >= day).toBe(true);
      expect(on).toBe(isWeekday(day) ? day : before);
    });
  });
});

describe('the days that are needed', () => {
  const [today, finished] = [asDay('2024-01-17'), asDay('2024-01-16')];
  const needed = (rule: keyof typeof rateRules, day: string) =>
    neededDays(rateRules[rule](asDay(day)), today, finished);

  test('are the running day too, but only finished days for a mean', () => {
    expect(needed('day', '2024-01-17').days).toEqual(['2024-01-17']);
    expect(needed('month-mean', '2024-01-17').days).toHaveLength(16);
    expect(needed('year-mean', '2024-01-17').days.at(-1)).toBe('2024-01-16');
  });

  test.each([
    ['day', '2024-01-18', 'still to come'],
    ['month-end', '2024-01-17', 'still to come'],
    ['month-mean', '2024-02-01', 'still to come'],
    ['last-published', '2024-01-18', 'still to come'],
    ['day', '1998-12-31', 'before the first day'],
    ['weekday-before', '1999-01-01', 'before the first day'],
    ['previous-month-mean', '1999-01-31', 'before the first day'],
  ] as const)('are none for %s of %s', (rule, day, lacks) => {
    expect(needed(rule, day)).toEqual({ days: [], lacks });
  });

  test('are never in the future, before 1999 or out of order', () =>
    always([fc.constantFrom(...rateRuleNames), anyDay, anyDay], (rule, day, now) => {
      const { days, lacks } = neededDays(rateRules[rule](day), now, addDays(now, -1));
      expect(days.length > 0).toBe(lacks === undefined);
      expect([...days].sort()).toEqual(days);
      expect(days.every((needed) => needed >= '1999-01-01' && needed <= now)).toBe(true);
    }));
});
