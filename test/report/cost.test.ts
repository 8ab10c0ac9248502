import { expect, test } from 'vitest';
import { spentLine } from '../../src/run/run.ts';

const spent = (charged: number, lost: number, lostResponses: number) =>
  spentLine({ charged, lost, lostResponses } as Parameters<typeof spentLine>[0]);

test('what was spent is said only where an answer was lost: from the least to the most it can be', () => {
  expect(spent(31, 0, 0)).toBeUndefined();
  expect(spent(31, 31, 1)).toBe('cost 31 to 62 requests (one response of 31 days was lost)');
  expect(spent(1000, 62, 2)).toBe('cost 1,000 to 1,062 requests (2 responses of 62 days were lost)');
});
