import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { type DayRun, daysInWords, runsOf } from '../../src/calendar/runs.ts';
import { always } from '../support/always.ts';
import { anyDay, anyRange, asDay } from './any.ts';

const daysOf = (runs: readonly DayRun[]): Day[] => runs.flatMap(({ first, last }) => [...eachDay(first, last)]);

describe('the runs of days with holes', () => {
  const someDays = fc.uniqueArray(anyDay, { maxLength: 200 }).map((days) => days.sort());
  const dense = anyRange.chain(({ first, last }) => fc.subarray([...eachDay(first, last)].slice(0, 100)));

  test('hold exactly these days', () =>
    always([fc.oneof(someDays, dense)], (days) => {
      expect(daysOf(runsOf(days))).toEqual(days);
    }));

  test('are the fewest: no two can be joined', () =>
    always([dense], (days) => {
      const runs = runsOf(days);
      for (const [index, run] of runs.entries()) {
        const next = runs[index + 1];
        if (next) expect(countDays(run.last, next.first)).toBeGreaterThan(2);
      }
    }));
});

test('days are told in as few words as they have runs', () => {
  const days = ['2012-03-29', '2012-03-30', '2012-03-31', '2012-04-01', '2012-04-02', '2020-08-01'];
  expect(daysInWords(days.map(asDay))).toBe('2012-03-29 to 2012-04-02, 2020-08-01');
  expect(daysInWords([])).toBe('');
});
