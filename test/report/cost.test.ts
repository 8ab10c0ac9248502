import { expect, test } from 'vitest';
import { costLine, spentLine } from '../../src/report/cost.ts';

test.each([
  [31, 12, undefined, '31 days: 12 held, 19 to fetch, cost 19 requests'],
  [31, 12, 412, '31 days: 12 held, 19 to fetch, cost 19 requests, 412 left'],
  [1, 0, 0, '1 day: 0 held, 1 to fetch, cost 1 request, 0 left'],
  [10186, 1000, 99999, '10,186 days: 1,000 held, 9,186 to fetch, cost 9,186 requests, 99,999 left'],
])('the cost of %i days with %i held and %s left is said as it is', (days, held, left, line) => {
  const missing = days - held;
  const plan = { days, cost: missing, counted: missing, missing, countHeld: () => held };
  expect(costLine({ ...plan, gaps: () => [], units: [], requests: [] }, left)).toBe(line);
});

test('requests that are free are counted all the same', () => {
  const plan = { days: 3, cost: 0, counted: 2, missing: 2, countHeld: () => 1 };
  const line = costLine({ ...plan, gaps: () => [], units: [], requests: [] });
  expect(line).toBe('3 days: 1 held, 2 to fetch, 2 requests, free of charge');
});

const spent = (charged: number, lost: number, lostAnswers: number) =>
  spentLine({ charged, lost, lostAnswers } as Parameters<typeof spentLine>[0]);

test('what was spent is said only where an answer was lost: from the least to the most it can be', () => {
  expect(spent(31, 0, 0)).toBeUndefined();
  expect(spent(31, 31, 1)).toBe('cost 31 to 62 requests (one answer of 31 days was lost)');
  expect(spent(0, 1, 1)).toBe('cost 0 to 1 requests (one answer of 1 day was lost)');
  expect(spent(1000, 62, 2)).toBe('cost 1,000 to 1,062 requests (2 answers of 62 days were lost)');
});
