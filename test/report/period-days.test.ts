import { expect, test } from 'vitest';
import { addDays, type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { PeriodDays } from '../../src/report/coverage.ts';
import { day } from '../output/days.ts';

test.each<[name: string, first: string, last: string, gaps: readonly string[], cut: string, lacking: string]>([
  ['whole periods lack nothing', '2024-01-01', '2024-02-29', [], '', ''],
  [
    'periods that the range cuts, and those with gaps, are told apart',
    ...(['2024-01-02', '2024-03-30', ['2024-02-01', '2024-02-29']] as const),
    ...(['2024-01 has 30 of 31 days, 2024-03 has 30 of 31 days', '2024-02 has 27 of 29 days'] as const),
  ],
  [
    'a period with gaps that the range cuts too is told once',
    ...(['2024-01-02', '2024-01-31', ['2024-01-03'], '', '2024-01 has 29 of 31 days'] as const),
  ],
])('%s', (_, first, last, gaps, cut, lacking) => {
  const days = new PeriodDays({ every: 'month', take: 'mean', weekdays: false });
  for (const each of eachDay(day(first), day(last))) days.add(each, gaps.includes(each) ? 'gap' : 'day');
  expect([days.words('the range'), days.words('gaps')]).toEqual([cut, lacking]);
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

test('a period of which only days without publication are asked for is not named', () => {
  const days = new PeriodDays({ every: 'week', take: 'mean', weekdays: false }, (each) => !isWeekend(each));
  for (const each of eachDay(day('2024-01-06'), day('2024-01-09'))) days.add(each, isWeekend(each) ? 'off' : 'day');
  expect(days.words('the range')).toBe('2024-W02 has 2 of 5 days');
});
