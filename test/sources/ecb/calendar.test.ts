import { expect, test } from 'vitest';
import { addDays, type Day, dayOfWeek, eachDay } from '../../../src/calendar/day.ts';
import { isWorkingDay } from '../../../src/sources/ecb/calendar.ts';
import { cases } from '../../support/cases.ts';

test.each(
  cases(`
  1981-04-19   1999-04-04   2000-04-23   2008-03-23   2024-03-31   2038-04-25   2049-04-18   2285-03-22
`),
)('around Easter, %s, there are four days without rates', (easter) => {
  const around = [-4, -3, -2, -1, 0, 1, 2, 3].map((away) => isWorkingDay(addDays(easter as Day, away)));
  expect(around).toEqual([true, true, false, false, false, false, true, true]);
});

test('every other weekday is a working day but for five in a year', () => {
  const off = [...eachDay('2024-01-01' as Day, '2026-12-31' as Day)].filter(
    (day) => ![0, 6].includes(dayOfWeek(day)) && !isWorkingDay(day),
  );
  expect(off).toEqual([
    '2024-01-01',
    '2024-03-29',
    '2024-04-01',
    '2024-05-01',
    '2024-12-25',
    '2024-12-26',
    '2025-01-01',
    '2025-04-18',
    '2025-04-21',
    '2025-05-01',
    '2025-12-25',
    '2025-12-26',
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
  ]);
});
