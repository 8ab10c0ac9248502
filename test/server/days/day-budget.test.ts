import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAt } from '../../../src/calendar/day.ts';
import { type BudgetPart, DayBudget } from '../../../src/server/days/day-budget.ts';
import { alwaysIn } from '../../support/always.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const midnight = Date.parse('2026-11-21T00:00:00Z');

test('a request that was free leaves its part to the next attempt of the same task, not to another', async () => {
  const budget = new DayBudget(
    () => 31,
    () => noon,
  );
  const part = await budget.setAside(31);
  expect(part.reserve(31)).toBe(true);
  part.settle(31, 'free');
  await expect(budget.setAside(1)).rejects.toThrow('1 request would be over the 31 that may be spent in a day');
  for (let day = 0; day < 31; day++) expect(part.reserve(1)).toBe(true);
});

test('an attempt after a lost response needs what is left of the day', async () => {
  const budget = new DayBudget(
    () => 3,
    () => noon,
  );
  const part = await budget.setAside(1);
  part.reserve(1);
  part.settle(1, 'lost');
  expect([part.allows(2), part.allows(3)]).toEqual([true, false]);
  expect([part.reserve(2), part.reserve(1)]).toEqual([true, false]);
  expect([budget.spent, part.spent]).toEqual([3, 1]);
});

test('a new day begins at midnight UTC, and nothing is sent that was set aside before', async () => {
  let now = midnight - 1;
  const budget = new DayBudget(
    () => 5,
    () => now,
  );
  const part = await budget.setAside(5);
  part.reserve(4);
  now = midnight;
  expect(part.reserve(1)).toBe(false);
  part.settle(4, 'free');
  await part.close();
  expect(budget.spent).toBe(0);
  await budget.setAside(5);
});

const step = fc.oneof(
  fc.record({ do: fc.constant('set aside' as const), cost: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('send' as const), task: fc.nat(9), cost: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    do: fc.constant('settle' as const),
    task: fc.nat(9),
    charge: fc.constantFrom('charged' as const, 'free' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('close' as const), task: fc.nat(9) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);

test('whatever the interleaving: what was sent on a UTC day and may have been charged is never over the most', () =>
  alwaysIn(500, [fc.integer({ min: 0, max: 60 }), fc.array(step, { maxLength: 80 })], async (max, steps) => {
    let now = noon;
    const budget = new DayBudget(
      () => max,
      () => now,
    );
    const tasks: { part: BudgetPart; sent: { cost: number; day: string }[] }[] = [];
    const spent = new Map<string, number>();
    const add = (day: string, cost: number) => spent.set(day, (spent.get(day) ?? 0) + cost);
    for (const step of steps) {
      const task = 'task' in step ? tasks[step.task % Math.max(1, tasks.length)] : undefined;
      if (step.do === 'wait') now += step.hours * 3_600_000;
      if (step.do === 'set aside') {
        const part = await budget.setAside(step.cost).catch(() => undefined);
        if (part) tasks.push({ part, sent: [] });
      }
      if (step.do === 'send' && task) {
        const isAllowed = task.part.allows(step.cost);
        expect(task.part.reserve(step.cost)).toBe(isAllowed);
        if (isAllowed) {
          task.sent.push({ cost: step.cost, day: dayAt(now) });
          add(dayAt(now), step.cost);
        }
      }
      if (step.do === 'settle') {
        const ended = task?.sent.shift();
        if (ended) task?.part.settle(ended.cost, step.charge);
        if (ended && step.charge === 'free') add(ended.day, -ended.cost);
      }
      if (step.do === 'close' && task?.sent.length === 0) {
        await task.part.close();
        tasks.splice(tasks.indexOf(task), 1);
      }
      for (const cost of spent.values()) expect(cost).toBeLessThanOrEqual(max);
      expect(budget.spent).toBeLessThanOrEqual(max);
    }
    for (const { part, sent } of tasks) {
      for (const { cost } of sent) part.settle(cost, 'free');
      await part.close();
    }
    // nothing stays set aside for ever
    await budget.setAside(max - (spent.get(dayAt(now)) ?? 0));
  }));
