import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, firstDay, isWeekend, monthOf } from '../../src/calendar/day.ts';
import { RunBudget } from '../../src/fetch/budget.ts';
import { type DayState, type Plan, type PlannedSource, planDays } from '../../src/fetch/plan.ts';
import type { Asks, Request, RequestScope } from '../../src/sources/source.ts';
import { always } from '../support/always.ts';
import { publisher } from '../support/publisher.ts';

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

const scope = fc.constantFrom<RequestScope>('days', 'range');
const asks = fc.oneof(
  fc.constantFrom<Asks>({ by: 'day' }, { by: 'all' }, { by: 'range', maxDays: 'a month' }),
  fc.integer({ min: 1, max: 200 }).map((maxDays): Asks => ({ by: 'range', maxDays })),
);
const state = fc.constantFrom<DayState>('stored', 'unavailable', 'missing');
const states = fc
  .tuple(fc.nat({ max: 9000 }), fc.array(fc.option(state), { maxLength: 130 }))
  .map(([start, list]) => list.flatMap((state, at) => (state ? [[addDays(firstDay, start + at), state] as const] : [])))
  .map((entries) => new Map<Day, DayState>(entries));

const none = { reread() {}, isUnavailable: () => true, isDoubtful: () => false };

const weekly: PlannedSource = {
  ...publisher,
  calendar: { ...publisher.calendar, publishes: (day) => !isWeekend(day) },
};

function having(states: ReadonlyMap<Day, DayState>, state: DayState): Day[] {
  return [...states].filter(([, has]) => has === state).map(([day]) => day);
}

const missingIn = ({ run }: Request, { missing }: Plan) => missing.filter((day) => run.first <= day && day <= run.last);

interface Scene {
  readonly plan: Plan;
  readonly states: ReadonlyMap<Day, DayState>;
  readonly scope: RequestScope;
  readonly source: PlannedSource;
}

/** Whatever days are stored, unavailable and missing, however the source is asked, with weekends off or not. */
function holds(check: (scene: Scene) => void): void {
  fc.assert(
    fc.property(states, scope, asks, fc.constantFrom(publisher, weekly), (states, scope, asks, publishing) => {
      const source = { ...publishing, asks };
      const stateOf = (day: Day) => states.get(day) ?? 'stored';
      const store = { names: () => new Set<Day>(), state: none };
      const plan = planDays([...states.keys()], scope, source, { stateOf, store });
      check({ plan, states, scope, source });
    }),
  );
}

describe('the requests for whatever days, stored, unavailable and missing', () => {
  test('are for exactly those that are missing, each once, and lie within their runs', () =>
    holds(({ plan, states }) => {
      const missing = having(states, 'missing');
      const requested = plan.requests.map((request) => missingIn(request, plan));
      expect(requested.flat()).toEqual(missing);
      for (const [at, { run }] of plan.requests.entries())
        expect([requested[at]?.[0], requested[at]?.at(-1), requested[at]?.length]).toEqual([
          run.first,
          run.last,
          run.length,
        ]);
    }));

  test('span no more than the source takes, and no day with rates that is not asked for', () =>
    holds(({ plan, source: { asks, calendar } }) => {
      if (asks.by === 'all') return;
      for (const request of plan.requests) {
        const { run } = request;
        const days = missingIn(request, plan);
        const span = [...eachDay(run.first, run.last)];
        expect(span.filter((day) => calendar.publishes(day) && !days.includes(day))).toEqual([]);
        if (asks.by === 'day') expect(span).toHaveLength(1);
        else if (asks.maxDays === 'a month') expect(monthOf(run.first)).toBe(monthOf(run.last));
        else expect(span.length).toBeLessThanOrEqual(asks.maxDays);
      }
    }));

  test('are the fewest of a month: none could be joined to the one before', () =>
    holds(({ plan, scope, source: { asks, calendar } }) => {
      if (scope === 'days' || asks.by !== 'range' || asks.maxDays !== 'a month') return;
      plan.requests.slice(1).forEach(({ run: { first } }, at) => {
        const last = plan.requests[at]?.run.last ?? expect.unreachable();
        const between = [...eachDay(addDays(last, 1), addDays(first, -1))];
        expect(monthOf(last) === monthOf(first) && !between.some(calendar.publishes)).toBe(false);
      });
    }));

  test('lie in units, which have all the days in their order', () =>
    holds(({ plan: { batches }, states, source: { asks } }) => {
      expect(batches.flatMap(({ days }) => days)).toEqual([...states.keys()]);
      for (const { days, missing } of batches) {
        expect(missing).toEqual(days.filter((day) => states.get(day) === 'missing'));
        if (asks.by !== 'range' || asks.maxDays === 'a month') expect(new Set(days.map(monthOf)).size).toBe(1);
      }
    }));
});
