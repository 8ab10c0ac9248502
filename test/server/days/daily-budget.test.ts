import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt } from '../../../src/calendar/day.ts';
import { type BudgetPart, DailyBudget } from '../../../src/server/days/daily-budget.ts';
import { alwaysIn } from '../../support/always.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

test('a try that was free leaves its part to the next try of the same task, not to another', () => {
  const budget = new DailyBudget(31, () => noon);
  const allowance = budget.allow(31);
  expect(allowance?.reserve(31)).toBe(true);
  allowance?.settle(31, 'free');
  expect(budget.allow(1)).toBeUndefined();
  for (let day = 0; day < 31; day++) expect(allowance?.reserve(1)).toBe(true);
});

test('a try after a lost one needs what is left of the day', () => {
  const budget = new DailyBudget(3, () => noon);
  const allowance = budget.allow(1);
  allowance?.reserve(1);
  allowance?.settle(1, 'lost');
  expect(allowance?.allows(2)).toBe(true);
  expect(allowance?.allows(3)).toBe(false);
  expect(allowance?.reserve(2)).toBe(true);
  expect(allowance?.reserve(1)).toBe(false);
  expect(budget.spent).toBe(1);
});

describe('at midnight UTC', () => {
  const midnight = Date.parse('2026-11-21T00:00:00Z');

  test.each(['charged', 'lost'] as const)('it begins anew, after answers that were %s', (outcome) => {
    let now = midnight - 1;
    const budget = new DailyBudget(5, () => now);
    const allowance = budget.allow(5);
    allowance?.reserve(5);
    allowance?.settle(5, outcome);
    allowance?.close();
    expect(budget.spent).toBe(5);
    expect(budget.allow(1)).toBeUndefined();
    now = midnight;
    expect(budget.spent).toBe(0);
    expect(budget.allow(5)).toBeDefined();
  });

  test('but for what is under way', () => {
    let now = midnight - 1;
    const budget = new DailyBudget(5, () => now);
    const allowance = budget.allow(4);
    allowance?.reserve(3);
    now = midnight;
    expect(budget.allow(2)).toBeUndefined();
    allowance?.settle(3, 'charged');
    allowance?.close();
    expect(budget.spent).toBe(3);
    expect(budget.allow(2)).toBeDefined();
    expect(budget.allow(1)).toBeUndefined();
  });
});

/** A task with its tries that are under way, each with the day on which it was sent. */
interface Task {
  readonly allowance: BudgetPart;
  readonly tries: { readonly cost: number; readonly day: string }[];
}

const step = fc.oneof(
  fc.record({ do: fc.constant('allow' as const), cost: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('try' as const), task: fc.nat(9), cost: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    do: fc.constant('settle' as const),
    task: fc.nat(9),
    outcome: fc.constantFrom('charged' as const, 'free' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('close' as const), task: fc.nat(9) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);

test('whatever the interleaving: what was sent on a UTC day and may have been charged is never over the most', () =>
  alwaysIn(500, [fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 80 })], (most, steps) => {
    let now = noon;
    const budget = new DailyBudget(most, () => now);
    const tasks: Task[] = [];
    const sent = new Map<string, number>();
    for (const step of steps) {
      const task = 'task' in step ? tasks[step.task % Math.max(1, tasks.length)] : undefined;
      if (step.do === 'wait') now += step.hours * 3_600_000;
      if (step.do === 'allow') {
        const allowance = budget.allow(step.cost);
        if (allowance) tasks.push({ allowance, tries: [] });
      }
      if (step.do === 'try' && task) {
        const allowed = task.allowance.allows(step.cost);
        expect(task.allowance.reserve(step.cost)).toBe(allowed);
        if (allowed) {
          const day = dayAt(now);
          task.tries.push({ cost: step.cost, day });
          sent.set(day, (sent.get(day) ?? 0) + step.cost);
        }
      }
      if (step.do === 'settle' && task) {
        const ended = task.tries.shift();
        if (ended) {
          task.allowance.settle(ended.cost, step.outcome);
          if (step.outcome === 'free') sent.set(ended.day, (sent.get(ended.day) ?? 0) - ended.cost);
        }
      }
      if (step.do === 'close' && task && task.tries.length === 0) {
        task.allowance.close();
        tasks.splice(tasks.indexOf(task), 1);
      }
      for (const cost of sent.values()) expect(cost).toBeLessThanOrEqual(most);
      expect(budget.spent).toBeLessThanOrEqual(most);
    }
    for (const { allowance, tries } of tasks) {
      for (const { cost } of tries) allowance.settle(cost, 'free');
      allowance.close();
    }
    // nothing stays set aside for ever
    expect(budget.allow(most - budget.spent)).toBeDefined();
  }));
