import { expect, test } from 'vitest';
import { datesOf, dayAxis } from '../../src/output/axes.ts';
import { day } from './days.ts';

/** Ten dates of three letters, `distance` from one another, however many are wanted. */
const every = (distance: number) => () => Array.from({ length: 10 }, (_, at) => ({ at: at * distance, label: 'Jan' }));

test.each([
  [4, 10],
  [3, 5],
  [1, 3],
])('of ten dates %i apart, %i have room', (distance, count) => {
  const dates = datesOf(every(distance), { from: -9, to: 99, apart: 1, letter: 1, most: 9 });
  expect(dates.length).toBe(count);
  for (const [at, { start }] of dates.slice(1).entries())
    expect(start - (dates[at]?.start ?? 0)).toBeGreaterThanOrEqual('Jan '.length);
});

test('the start has a label with its year, before which a close one gives way', () => {
  const axis = dayAxis(day('2025-11-23'), day('2026-11-22'), [6, 80]);
  const ticks = (count: number) => axis.ticks(count);
  const labels = datesOf(ticks, { from: 0, to: 80, apart: 3, letter: 1, most: 7 }).map(({ label }) => label);
  expect(labels).toEqual(['Nov 2025', 'Apr', 'Jul', 'Oct']);
});

test('labels stay within the room', () => {
  const ticks = () => [
    { at: 0, label: '2024' },
    { at: 50, label: '2025' },
  ];
  const starts = datesOf(ticks, { from: 0, to: 50, apart: 1, letter: 1, most: 5 }).map(({ start }) => start);
  expect(starts).toEqual([0, 46]);
});
