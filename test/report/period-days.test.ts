import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { PeriodDays } from '../../src/report/period-days.ts';
import { day } from '../output/days.ts';

interface Asked {
  readonly every?: 'week' | 'month';
  readonly weekdays?: boolean;
  readonly gaps?: readonly string[];
}

function counted(first: string, last: string, { every = 'month', weekdays = false, gaps = [] }: Asked = {}) {
  const days = new PeriodDays({ every, take: 'mean', weekdays });
  for (const each of eachDay(day(first), day(last))) days.add(each, gaps.includes(each) ? 'gap' : 'day');
  return days;
}

test('whole periods lack nothing', () => {
  const days = counted('2024-01-01', '2024-02-29');
  expect([days.words('gaps'), days.words('the range')]).toEqual(['', '']);
});

test('periods that the range cuts, and those with gaps, are told apart', () => {
  const days = counted('2024-01-02', '2024-03-30', { gaps: ['2024-02-01', '2024-02-29'] });
  expect(days.words('the range')).toBe('2024-01 has 30 of 31 days, 2024-03 has 30 of 31 days');
  expect(days.words('gaps')).toBe('2024-02 has 27 of 29 days');
});

test('a period with gaps that the range cuts too is told once', () => {
  const days = counted('2024-01-02', '2024-01-31', { gaps: ['2024-01-03'] });
  expect([days.words('gaps'), days.words('the range')]).toEqual(['2024-01 has 29 of 31 days', '']);
});

test('where weekdays count, they are counted', () => {
  const days = new PeriodDays({ every: 'week', take: 'mean', weekdays: true });
  for (const date of ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04']) days.add(day(date), 'day');
  expect(days.words('the range')).toBe('2024-W01 has 4 of 5 weekdays');
});

/** A Monday of each of so many weeks. */
const mondays = (weeks: number) => {
  const days = new PeriodDays({ every: 'week', take: 'mean', weekdays: false });
  for (let week = 0; week < weeks; week++) days.add(addDays('2024-01-01' as Day, 7 * week), 'day');
  return days.words('the range').split(', ');
};

test.each([
  [20, '2024-W20 has 1 of 7 days'],
  [21, 'and 1 more lacks days'],
  [22, 'and 2 more lack days'],
])('of many periods of %i, 20 are named', (weeks, last) => {
  expect(mondays(weeks)).toHaveLength(Math.min(weeks, 21));
  expect(mondays(weeks).at(-1)).toBe(last);
});
