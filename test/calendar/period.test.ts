import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { everyNames, type Period, periodOf } from '../../src/calendar/period.ts';
import { day } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const everyDay = [...eachDay(day(inWhole('1999-01-01', '2019-01-01')), day(inWhole('2100-12-31', '2029-12-31')))];

describe('the periods of a calendar', () => {
  test.each([
    ['week', '2026-08-22', '2026-W34', '2026-08-17', '2026-08-23'],
    ['week', '2021-01-03', '2020-W53', '2020-12-28', '2021-01-03'],
    ['week', '2024-12-30', '2025-W01', '2024-12-30', '2025-01-05'],
    ['week', '1999-01-01', '1998-W53', '1998-12-28', '1999-01-03'],
    ['month', '2024-02-10', '2024-02', '2024-02-01', '2024-02-29'],
    ['quarter', '2026-08-22', '2026-Q3', '2026-07-01', '2026-09-30'],
    ['quarter', '2023-12-31', '2023-Q4', '2023-10-01', '2023-12-31'],
    ['year', '2024-02-29', '2024', '2024-01-01', '2024-12-31'],
  ] as const)('the %s of %s is %s', (every, of, name, first, last) => {
    expect(periodOf(day(of), every)).toEqual({ name, first, last });
  });

  test.each(everyNames)('each day is in exactly one %s', (every) => {
    const periods = everyDay.map((one) => periodOf(one, every));
    const isIn = (one: Day, { first, last }: Period) => first <= one && one <= last;
    expect(everyDay.filter((one, at) => !isIn(one, periods[at] as Period))).toEqual([]);
    const isSame = (one: Period, other: Period) =>
      one.name === other.name && one.first === other.first && one.last === other.last;
    const isNext = (one: Period, other: Period) => one.name < other.name && addDays(one.last, 1) === other.first;
    const follows = (period: Period, at: number) => {
      const before = periods[at - 1];
      if (!before) return true;
      return isIn(everyDay[at] as Day, before) ? isSame(before, period) : isNext(before, period);
    };
    expect(periods.filter((period, at) => !follows(period, at))).toEqual([]);
  });

  // 4 January is always in week 1, and a week starts on Monday
});
