import { expect, test } from 'vitest';
import { costLine } from '../../src/report/cost.ts';

test.each([
  [{ days: 31, held: 12, cost: 19 }, undefined, '31 days: 12 held, 19 to fetch, cost 19 requests'],
  [{ days: 31, held: 12, cost: 19 }, 412, '31 days: 12 held, 19 to fetch, cost 19 requests, 412 left'],
  [{ days: 1, held: 0, cost: 1 }, 0, '1 day: 0 held, 1 to fetch, cost 1 request, 0 left'],
  [
    { days: 10186, held: 1000, cost: 9186 },
    99999,
    '10,186 days: 1,000 held, 9,186 to fetch, cost 9,186 requests, 99,999 left',
  ],
])('the cost of %j with %s left is said as it is', (plan, left, line) => {
  expect(costLine({ ...plan, countHeld: () => plan.held, units: [] }, left)).toBe(line);
});
