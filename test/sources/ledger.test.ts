import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/sources/ledger.ts';
import { always } from '../support/always.ts';

test('an answer that cost nothing gives its share back', () => {
  const ledger = new Ledger(31);
  ledger.reserve(31);
  ledger.settle(31, 'free');
  expect(ledger.reserve(31)).toBe(true);
});

test.each(['charged', 'lost'] as const)('a try that was %s counts for good', (outcome) => {
  const ledger = new Ledger(31);
  ledger.reserve(31);
  ledger.settle(31, outcome);
  expect(ledger.reserve(1)).toBe(false);
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

test('lost answers are counted beside their days', () => {
  const ledger = new Ledger();
  for (const cost of [31, 28]) {
    ledger.reserve(cost);
    ledger.settle(cost, 'lost');
  }
  expect(ledger).toMatchObject({ charged: 0, lost: 59, lostAnswers: 2 });
});
