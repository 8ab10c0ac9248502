import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import type { DayRun } from '../../src/calendar/runs.ts';
import { Failure } from '../../src/errors.ts';
import { RunBudget } from '../../src/fetch/budget.ts';
import type { DayOutcome } from '../../src/sources/source.ts';
import { always } from '../support/always.ts';
import { fetcherTo, notAllowed, ratesOf, ScriptedService } from '../support/scripted-service.ts';

const start = '2024-01-01' as Day;
const runOf = (length: number, first = start): DayRun => ({ first, last: addDays(first, length - 1), length });
const daysOf = ({ first, last }: DayRun) => [...eachDay(first, last)];

interface Options {
  readonly allowed?: boolean;
  readonly refused?: () => void;
}

/** All days of a range, as one plan requests them without a store. */
async function fetched(service: ScriptedService, runs: readonly DayRun[], { allowed, refused }: Options = {}) {
  const fetcher = fetcherTo(service, {}, { hasRanges: allowed, refuseRanges: refused });
  const outcomes: DayOutcome[] = [];
  const plan = fetcher.plan(runs.flatMap(daysOf), 'range');
  for await (const { days } of fetcher.fetch(plan, new RunBudget())) outcomes.push(...days);
  return outcomes;
}

const asked = ({ asks }: ScriptedService) =>
  asks.map(({ scope, run }) => (scope === 'days' ? run.first : `${run.first}..${run.last}`));

describe('a month that lacks days', () => {
  const month = fc
    .tuple(fc.integer({ min: 1, max: 31 }), fc.array(fc.nat({ max: 30 }), { maxLength: 31 }))
    .map(([length, at]) => ({
      run: runOf(length),
      missing: [...new Set(at.filter((at) => at < length))].map((at) => addDays(start, at)).sort(),
    }));

  test('gives all others, in their order, and exactly the lacking ones as gaps', () =>
    always([month], async ({ run, missing }) => {
      const service = new ScriptedService(missing);
      const days = await fetched(service, [run]);
      expect(days).toEqual(
        daysOf(run).map((day) => (missing.includes(day) ? { day, reason: 'unavailable' } : ratesOf(day))),
      );
    }));
});

describe('where the plan has no time series', () => {
  const freePlan = (missing: Day[] = []) =>
    new ScriptedService(missing, ({ scope }) => (scope === 'range' ? notAllowed() : undefined));

  test('one request shows it, and the days of all are requested one by one', async () => {
    const service = freePlan(['2024-01-02' as Day]);
    const refused = vi.fn();
    const runs = ['2024-01-01', '2024-02-01', '2024-03-01'].map((first) => runOf(3, first as Day));
    const days = await fetched(service, runs, { refused });
    expect(days.slice(0, 3)).toEqual([
      ratesOf('2024-01-01' as Day),
      { day: '2024-01-02', reason: 'unavailable' },
      ratesOf('2024-01-03' as Day),
    ]);
    expect(asked(service).filter((days) => days.includes('..'))).toEqual(['2024-01-01..2024-01-03']);
    expect(service.asks).toHaveLength(1 + 9);
    expect(refused).toHaveBeenCalled();
  });

  test('that is known beforehand, no request shows it', async () => {
    const service = freePlan();
    await fetched(service, [runOf(3)], { allowed: false });
    expect(asked(service)).toEqual(daysOf(runOf(3)));
  });
});

describe('after a failure', () => {
  test('nothing more is sent, what is under way is waited for, and the days before it are there', async () => {
    const service = new ScriptedService([], ({ run }) => {
      if (run.first === '2024-01-02') throw new Failure('service_failed', 'gone');
      return undefined;
    });
    const fetcher = fetcherTo(service);
    const plan = fetcher.plan([...daysOf(runOf(5)), ...daysOf(runOf(2, '2024-02-01' as Day))], 'days');
    const days: DayOutcome[] = [];
    const fetching = async () => {
      for await (const fetched of fetcher.fetch(plan, new RunBudget())) days.push(...fetched.days);
    };
    await expect(fetching()).rejects.toThrow('gone');
    expect(days.map(({ day }) => day)).toEqual(['2024-01-01']);
  });
});
