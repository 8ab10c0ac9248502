import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, firstDay, monthOf } from '../../src/calendar/day.ts';
import type { DayRun } from '../../src/calendar/runs.ts';
import { type DayState, type Plan, planDirect, planMissing } from '../../src/fetch/plan.ts';
import type { Endpoint } from '../../src/sources/source.ts';

const daysOf = ({ first, last }: DayRun) => [...eachDay(first, last)];
const requestsOf = ({ units }: Plan) => units.flatMap(({ requests }) => requests);
const askedBy = (plan: Plan) => requestsOf(plan).flatMap(({ run }) => daysOf(run));

const endpoint = fc.constantFrom<Endpoint>('historical', 'time-series');
const state = fc.constantFrom<DayState>('held', 'gap', 'missing');
const states = fc
  .tuple(fc.nat({ max: 9000 }), fc.array(fc.option(state), { maxLength: 130 }))
  .map(([start, list]) => list.flatMap((state, at) => (state ? [[addDays(firstDay, start + at), state] as const] : [])))
  .map((entries) => new Map<Day, DayState>(entries));

function planOf(states: ReadonlyMap<Day, DayState>, endpoint: Endpoint): Plan {
  const stateOf = (day: Day) => states.get(day) ?? 'held';
  return planMissing([...states.keys()], endpoint, (days) => days, stateOf);
}

function having(states: ReadonlyMap<Day, DayState>, state: DayState): Day[] {
  return [...states].filter(([, has]) => has === state).map(([day]) => day);
}

describe('the requests for whatever days, held, gaps and missing', () => {
  const holds = (check: (plan: Plan, states: ReadonlyMap<Day, DayState>, endpoint: Endpoint) => void) =>
    fc.assert(
      fc.property(states, endpoint, (states, endpoint) => {
        check(planOf(states, endpoint), states, endpoint);
      }),
    );

  test('are for exactly those that are missing, each once, and cost as many', () => {
    holds((plan, states) => {
      expect(askedBy(plan)).toEqual(having(states, 'missing'));
      expect(plan.cost).toBe(having(states, 'missing').length);
      expect(plan.countHeld()).toBe(having(states, 'held').length);
      expect(plan.days).toBe(states.size);
    });
  });

  test('leave no month, and are historical for a single day', () => {
    holds((plan, _states, endpoint) => {
      for (const { run, endpoint: asked } of requestsOf(plan)) {
        expect(monthOf(run.first)).toBe(monthOf(run.last));
        expect(asked).toBe(run.length === 1 ? 'historical' : endpoint);
      }
    });
  });

  test('are the fewest: none could be joined to the one before', () => {
    holds((plan, _states, endpoint) => {
      const runs = endpoint === 'historical' ? [] : requestsOf(plan).map(({ run }) => run);
      runs.slice(1).forEach(({ first }, at) => {
        const before = addDays(first, -1);
        expect(runs[at]?.last === before && monthOf(before) === monthOf(first)).toBe(false);
      });
    });
  });

  test('lie in units of a month, which have all the days in their order', () => {
    holds(({ units }, states) => {
      expect(units.flatMap(({ days }) => days)).toEqual([...states.keys()]);
      for (const { days, requests } of units) {
        expect(new Set(days.map(monthOf)).size).toBe(1);
        for (const { run } of requests) for (const day of daysOf(run)) expect(days).toContain(day);
      }
    });
  });
});

test('without a store every day is asked for, by that endpoint alone', () => {
  const days = [...eachDay('2024-01-30' as Day, '2024-02-01' as Day)];
  const asked = (endpoint: Endpoint) =>
    requestsOf(planDirect(days, endpoint, (days) => days)).map(
      ({ endpoint, run }) => `${endpoint} ${run.first} ${run.last}`,
    );
  expect(asked('time-series')).toEqual(['time-series 2024-01-30 2024-01-31', 'time-series 2024-02-01 2024-02-01']);
  expect(asked('historical')).toEqual(days.map((day) => `historical ${day} ${day}`));
});
