import type { Day } from '../../calendar/day.ts';
import type { Library } from '../../fetch/library.ts';
import { missingDays, type Plan } from '../../fetch/plan.ts';
import type { Budget } from '../../sources/ledger.ts';
import type { DayBatch } from '../../sources/source.ts';
import type { SharedDays } from './shared-days.ts';

/** A longer range would drive all else out of memory: it is read from disk. */
const mostInMemory = 31;

/** Of one of many, whose days come from those that all share. @param own plans, and reads long ranges */
export function sharedLibrary(own: Library, shared: SharedDays): Library {
  async function* batches(plan: Plan, budget: Budget): AsyncGenerator<DayBatch> {
    // at once, since they are allowed together or not at all
    const { outcomes: came } = await shared.get(missingDays(plan));
    const isLong = plan.days > mostInMemory;

    for (const { days } of plan.units) {
      const others = days.filter((day) => !came.has(day));
      const read = isLong ? await onDisk(others, budget) : (await shared.get(others)).outcomes;
      yield days.map((day) => came.get(day) ?? read.get(day) ?? { day, gap: 'not held' });
    }
  }

  async function onDisk(days: readonly Day[], budget: Budget) {
    const plan = { ...own.plan([], 'range'), days: days.length, units: [{ days, requests: [] }] };
    const read = [];
    for await (const outcome of own.days(plan, budget)) read.push([outcome.day, outcome] as const);
    return new Map(read);
  }

  return {
    plan: own.plan.bind(own),
    stateOf: own.stateOf.bind(own),
    batches,
    async *days(...asked) {
      for await (const batch of batches(...asked)) yield* batch;
    },
    async *units(...asked) {
      for await (const days of batches(...asked)) yield { days, surplus: [], bodies: [] };
    },
  };
}
