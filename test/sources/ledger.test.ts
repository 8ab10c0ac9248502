import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/sources/ledger.ts';
import { always } from '../support/always.ts';

test('an answer that cost nothing gives its share back; what was charged, or lost, counts for good', () => {
  const ledger = new Ledger(31);
  ledger.reserve(31);
  ledger.settle(31, 'free');
  for (const [cost, outcome] of [
    [1, 'charged'],
    [20, 'lost'],
    [10, 'lost'],
  ] as const) {
    expect(ledger.reserve(cost)).toBe(true);
    ledger.settle(cost, outcome);
  }
  expect(ledger.reserve(1)).toBe(false);
  expect(ledger).toMatchObject({ charged: 1, lost: 30, lostAnswers: 2 });
});

test('whatever happens, what may have been charged is never over the most', () => {
  const tries = fc.array(
    fc.record({
      cost: fc.integer({ min: 1, max: 31 }),
      outcome: fc.constantFrom('charged', 'free', 'lost', 'under way'),
    }),
  );
  return always([tries, fc.nat({ max: 300 })], (all, most) => {
    const ledger = new Ledger(most);
    let underWay = 0;
    for (const { cost, outcome } of all) {
      if (!ledger.reserve(cost)) continue;
      if (outcome === 'under way') underWay += cost;
      else ledger.settle(cost, outcome as 'charged' | 'free' | 'lost');
      expect(ledger.charged + ledger.lost + underWay).toBeLessThanOrEqual(most);
    }
  });
});
