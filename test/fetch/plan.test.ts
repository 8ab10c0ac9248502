import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, firstDay, isWeekend, monthOf } from '../../src/calendar/day.ts';
import { type DayState, type Plan, type PlannedSource, planByState } from '../../src/fetch/plan.ts';
import type { Asks, RequestScope } from '../../src/sources/source.ts';
import { publisher } from '../support/publisher.ts';

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

const none = { wasUnavailable: () => false };

const weekly: PlannedSource = {
  ...publisher,
  calendar: { ...publisher.calendar, publishes: (day) => !isWeekend(day) },
};

function having(states: ReadonlyMap<Day, DayState>, state: DayState): Day[] {
  return [...states].filter(([, has]) => has === state).map(([day]) => day);
}

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
      const plan = planByState([...states.keys()], scope, source, (day) => states.get(day) ?? 'stored', none);
      check({ plan, states, scope, source });
    }),
  );
}

describe('the requests for whatever days, stored, unavailable and missing', () => {
  test('are for exactly those that are missing, each once, and lie within their runs', () => {
    holds(({ plan, states }) => {
      expect(plan.requests.flatMap(({ days }) => days)).toEqual(having(states, 'missing'));
      for (const { run, days } of plan.requests)
        expect([run.first, run.last, run.length]).toEqual([days[0], days.at(-1), days.length]);
    });
  });

  test('span no more than the source takes, and no day with rates that is not asked for', () => {
    holds(({ plan, source: { asks, calendar } }) => {
      if (asks.by === 'all') return;
      for (const { run, days } of plan.requests) {
        const span = [...eachDay(run.first, run.last)];
        expect(span.filter((day) => calendar.publishes(day) && !days.includes(day))).toEqual([]);
        if (asks.by === 'day') expect(span).toHaveLength(1);
        else if (asks.maxDays === 'a month') expect(monthOf(run.first)).toBe(monthOf(run.last));
        else expect(span.length).toBeLessThanOrEqual(asks.maxDays);
      }
    });
  });

  test('are the fewest of a month: none could be joined to the one before', () => {
    holds(({ plan, scope, source: { asks, calendar } }) => {
      if (scope === 'days' || asks.by !== 'range' || asks.maxDays !== 'a month') return;
      plan.requests.slice(1).forEach(({ run: { first } }, at) => {
        const last = plan.requests[at]?.run.last ?? expect.unreachable();
        const between = [...eachDay(addDays(last, 1), addDays(first, -1))];
        expect(monthOf(last) === monthOf(first) && !between.some(calendar.publishes)).toBe(false);
      });
    });
  });

  test('lie in units, which have all the days in their order', () => {
    holds(({ plan: { units }, states, source: { asks } }) => {
      expect(units.flatMap(({ days }) => days)).toEqual([...states.keys()]);
      for (const { days, requests } of units) {
        for (const request of requests) for (const day of request.days) expect(days).toContain(day);
        if (asks.by !== 'range' || asks.maxDays === 'a month') expect(new Set(days.map(monthOf)).size).toBe(1);
      }
    });
  });
});
