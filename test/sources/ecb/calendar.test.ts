import { expect, test } from 'vitest';
import { addDays, type Day, dayOfWeek, eachDay } from '../../../src/calendar/day.ts';
import { isWorkingDay } from '../../../src/sources/ecb/calendar.ts';
import { eachCase } from '../../support/cases.ts';

eachCase(`
  2000-04-23   2008-03-23   2024-03-31   2038-04-25   2049-04-18   2285-03-22
`)('around Easter, %s, there are four days without rates', (easter) => {
  const around = [-4, -3, -2, -1, 0, 1, 2, 3].map((away) => isWorkingDay(addDays(easter as Day, away)));
  expect(around).toEqual([true, true, false, false, false, false, true, true]);
});

test('every other weekday is a working day but for five in a year', () => {
  const off = [...eachDay('2024-01-01' as Day, '2026-12-31' as Day)].filter(
    (day) => ![0, 6].includes(dayOfWeek(day)) && !isWorkingDay(day),
  );
  expect(off.map((day) => day.slice(2)).join(' ')).toBe(
    '24-01-01 24-03-29 24-04-01 24-05-01 24-12-25 24-12-26 25-01-01 25-04-18 25-04-21 25-05-01 25-12-25 25-12-26 ' +
      '26-01-01 26-04-03 26-04-06 26-05-01 26-12-25',
  );
});
