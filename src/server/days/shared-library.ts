import type { Library } from '../../fetch/library.ts';
import { missingDays, type Plan } from '../../fetch/plan.ts';
import type { DayOutcome } from '../../sources/answer.ts';
import type { SharedDays } from './shared-days.ts';

/** The library of one of many, whose days come from those that all share. @param own plans and asks for them */
export function sharedLibrary(own: Library, shared: SharedDays): Library {
  async function* batches(plan: Plan): AsyncGenerator<readonly DayOutcome[]> {
    // at once, since they are allowed together or not at all
    const { outcomes: came } = await shared.get(missingDays(plan));
    for (const { days } of plan.units) {
      const { outcomes } = await shared.get(days.filter((day) => !came.has(day)));
      yield days.flatMap((day) => came.get(day) ?? outcomes.get(day) ?? { day, gap: 'not held' });
    }
  }

  return {
    plan: own.plan.bind(own),
    stateOf: own.stateOf.bind(own),
    batches,
    async *days(plan) {
      for await (const batch of batches(plan)) yield* batch;
    },
    async *units(plan) {
      for await (const days of batches(plan)) yield { days, surplus: [], bodies: [] };
    },
  };
}
