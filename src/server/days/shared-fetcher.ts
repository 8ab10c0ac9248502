import type { Day } from '../../calendar/day.ts';
import type { Budget } from '../../fetch/budget.ts';
import { besideStored } from '../../fetch/consent.ts';
import type { DayFetcher, Fetched } from '../../fetch/fetch.ts';
import { missingDays, type Plan } from '../../fetch/plan.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { Unasked } from '../../sources/source.ts';
import type { SharedDays } from './shared-days.ts';

/** A longer range would drive all else out of memory: it is read from disk. */
const mostInMemory = 31;

/** Of one of many, whose days come from those that all share. @param own plans, and reads long ranges */
export function sharedFetcher(own: DayFetcher, shared: SharedDays, stored: StoredDays): DayFetcher {
  async function* fetch(plan: Plan, budget: Budget): AsyncGenerator<Fetched> {
    // at once, since they are allowed together or not at all
    const { outcomes: came } = await shared.get(missingDays(plan)).catch(async (error) => {
      throw error instanceof Unasked ? await besideStored(error, plan, stored) : error;
    });
    const isLong = plan.days > mostInMemory;

    for (const { days } of plan.units) {
      const others = days.filter((day) => !came.has(day));
      const read = isLong ? await onDisk(others, budget) : (await shared.get(others)).outcomes;
      const outcomes = days.map((day) => came.get(day) ?? read.get(day) ?? { day, gap: 'not held' as const });
      yield { days: outcomes, surplus: [], bodies: [] };
    }
  }

  async function onDisk(days: readonly Day[], budget: Budget) {
    const plan = { ...own.plan([], 'range'), days: days.length, units: [{ days, requests: [] }] };
    const read = [];
    for await (const fetched of own.fetch(plan, budget)) read.push(...fetched.days);
    return new Map(read.map((outcome) => [outcome.day, outcome]));
  }

  return { plan: own.plan, stateOf: own.stateOf, fetch };
}
