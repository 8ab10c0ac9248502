import { describe, expect, test } from 'vitest';
import { addDays, type Day, dayOfWeek } from '../../src/calendar/day.ts';
import { basisOf, nameOfBasis, neededDays, type RateRule } from '../../src/rates/rules.ts';
import { isWorkingDay } from '../../src/sources/ecb.ts';
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
    published-before = 2024-01-20 = 2024-01-19 = 1   quarter-end = 2024-02-17 = 2024-03-31 = 1
    year-end = 2024-02-17 = 2024-12-31 = 1   published-month-mean = 2024-02-17 = 2024-02 = 29
    published-quarter-mean = 2024-02-17 = 2024-Q1 = 91   published-year-mean = 2024-02-17 = 2024 = 366
    previous-month-end = 2024-03-31 = 2024-02-29 = 1   previous-quarter-end = 2024-01-01 = 2023-12-31 = 1
    previous-year-end = 2024-12-31 = 2023-12-31 = 1   previous-quarter-mean = 2024-01-01 = 2023-Q4 = 92
    previous-year-mean = 2024-01-01 = 2023 = 365   previous-weekday-mean = 2024-03-31 = 2024-02 = 21
    previous-published-month-mean = 2024-03-31 = 2024-02 = 29
    previous-published-quarter-mean = 2024-03-31 = 2023-Q4 = 92   previous-published-year-mean = 2024-03-31 = 2023 = 365
  `);
  test.each(names)('%s of %s: %s', (rule, day, name, days) => {
    const source = basisOf(rule as RateRule, asDay(day));
    expect(nameOfBasis(source)).toBe(name);
    expect(neededDays(source, longAfter, longAfter)).toHaveLength(Number(days));
  });

  test('a day from Monday to Friday, at most three days back, under the rules of weekdays', () => {
    const isWeekday = (day: Day) => dayOfWeek(day) !== 0 && dayOfWeek(day) !== 6;
    return always([anyDay], (day) => {
      const [on, before] = [nameOfBasis(basisOf('weekday', day)), nameOfBasis(basisOf('weekday-before', day))];
      expect(isWeekday(on as Day) && isWeekday(before as Day)).toBe(true);
      expect(on <= day && before < day && addDays(before as Day, 3) >= day).toBe(true);
      expect(on).toBe(isWeekday(day) ? day : before);
    });
  });
});

test('the end of a period is its last day with rates', () => {
  const endOf = (rule: RateRule, day: string) => nameOfBasis(basisOf(rule, asDay(day), isWorkingDay));
  expect(endOf('month-end', '2024-03-10')).toBe('2024-03-28');
  expect(endOf('quarter-end', '2024-04-10')).toBe('2024-06-28');
  expect([1999, 2001, 2023].map((year) => endOf('year-end', `${year}-05-01`))).toEqual([
    '1999-12-30',
    '2001-12-28',
    '2023-12-29',
  ]);
  expect(endOf('previous-year-end', '2024-01-01')).toBe('2023-12-29');
  expect(nameOfBasis(basisOf('month-end', asDay('2024-03-10'), () => false))).toBe('2024-03-31');
});
