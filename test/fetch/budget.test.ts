import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RunBudget } from '../../src/fetch/budget.ts';
import { always } from '../support/always.ts';

test('whatever happens, what may have been charged is never over the most', () => {
  const tries = fc.array(
    fc.record({
      cost: fc.integer({ min: 1, max: 31 }),
      outcome: fc.constantFrom('charged', 'free', 'lost', 'under way'),
    }),
  );
  return always([tries, fc.nat({ max: 300 })], (all, most) => {
    const budget = new RunBudget(most);
    let underWay = 0;
    for (const { cost, outcome } of all) {
      if (!budget.reserve(cost)) continue;
      if (outcome === 'under way') underWay += cost;
      else budget.settle(cost, outcome as 'charged' | 'free' | 'lost');
      expect(budget.charged + budget.lost + underWay).toBeLessThanOrEqual(most);
    }
  });
});
