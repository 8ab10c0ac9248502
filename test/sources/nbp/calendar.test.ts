import { expect, test } from 'vitest';
import { type Day, eachDay, isWeekend } from '../../../src/calendar/day.ts';
import { isWorkingDay } from '../../../src/sources/nbp/calendar.ts';

/** From Monday to Friday. */
const daysOff = (year: number) =>
  [...eachDay(`${year}-01-01` as Day, `${year}-12-31` as Day)]
    .filter((day) => !isWeekend(day) && !isWorkingDay(day))
    .map((day) => day.slice(5))
    .join(' ');

test.each([
  [2008, '01-01 03-24 05-01 05-22 08-15 11-11 12-25 12-26'],
  [2010, '01-01 04-05 05-03 06-03 11-01 11-11'],
  [2011, '01-06 04-25 05-03 06-23 08-15 11-01 11-11 12-26'],
  [2024, '01-01 04-01 05-01 05-03 05-30 08-15 11-01 11-11 12-25 12-26'],
  [2025, '01-01 01-06 04-21 05-01 06-19 08-15 11-11 12-24 12-25 12-26'],
  [2026, '01-01 01-06 04-06 05-01 06-04 11-11 12-24 12-25'],
])('in %i the working days are all but %s', (year, days) => expect(daysOff(year)).toBe(days));
