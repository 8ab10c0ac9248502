import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addDays, type Day, eachDay } from '../../../src/calendar/day.ts';
import type { DayRun } from '../../../src/calendar/runs.ts';
import { Failure } from '../../../src/errors.ts';
import { fetchOf } from '../../../src/sources/oxr/connection.ts';
import {
  type Answer,
  type DayOutcome,
  type Errand,
  type Fetch,
  type Request,
  ratesIn,
} from '../../../src/sources/source.ts';
import { always, alwaysIn } from '../../support/always.ts';
import { turns } from '../../support/latch.ts';
import { anErrand, notAllowed, notAvailable, ratesOf, ScriptedService } from '../../support/scripted-service.ts';

const start = '2024-01-01' as Day;
const runOf = (length: number, first = start): DayRun => ({ first, last: addDays(first, length - 1), length });
const daysOf = ({ first, last }: DayRun) => [...eachDay(first, last)];
const series = (run: DayRun) => ({ wanted: 'range', run }) as const;

interface Options {
  readonly errand?: Errand;
  readonly allowed?: boolean;
  readonly refused?: () => void;
}

const fetcherOf = (client: ScriptedService, { errand = anErrand(), allowed, refused = () => {} }: Options = {}) =>
  fetchOf((...asked) => client.ask(...asked), errand, {
    hasTimeSeries: () => allowed,
    refusedTimeSeries: refused,
  });

/** All days that a request brings. */
async function fetched(fetcher: Fetch, request: Request): Promise<DayOutcome[]> {
  const answers: Answer[] = [];
  await fetcher(request, async (answer) => void answers.push(answer));
  const inOrder = answers.sort((a, b) => (a.run.first < b.run.first ? -1 : 1));
  return inOrder.flatMap(({ days }) => days);
}

const asked = ({ asks }: ScriptedService) =>
  asks.map(({ wanted, run }) => (wanted === 'days' ? run.first : `${run.first}..${run.last}`));

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
      const days = await fetched(fetcherOf(service), series(run));
      expect(days).toEqual(
        daysOf(run).map((day) => (missing.includes(day) ? { day, gap: 'not available' } : ratesOf(day))),
      );
    }));

  test('is asked for with few requests, none of them twice', () =>
    alwaysIn(300, [month], async ({ run, missing }) => {
      const service = new ScriptedService(missing);
      await fetched(fetcherOf(service), series(run));
      expect(new Set(asked(service)).size).toBe(service.asks.length);
      // each of them halves the run at most so often, each half is asked for once at most, and it is asked for by itself
      const depth = Math.ceil(Math.log2(run.length));
      expect(service.asks.length).toBeLessThanOrEqual(1 + (2 * depth + 1) * missing.length);
      expect(service.asks.length).toBeLessThanOrEqual(2 * run.length - 1 + missing.length);
    }));
});

test('a day that a series is refused for is had all the same where `historical` has it', async () => {
  const missing = '2024-01-02' as Day;
  const service = new ScriptedService([], ({ wanted, run }) =>
    wanted === 'range' && daysOf(run).includes(missing) ? notAvailable() : undefined,
  );
  const days = await fetched(fetcherOf(service), series(runOf(3)));
  expect(days).toEqual(daysOf(runOf(3)).map(ratesOf));
});

describe('where the plan has no time series', () => {
  const freePlan = (missing: Day[] = []) =>
    new ScriptedService(missing, ({ wanted }) => (wanted === 'range' ? notAllowed() : undefined));

  test('one request shows it, and the days of all come one by one', async () => {
    const service = freePlan(['2024-01-02' as Day]);
    const refused = vi.fn();
    const fetcher = fetcherOf(service, { refused });
    const months = await Promise.all(
      ['2024-01-01', '2024-02-01', '2024-03-01'].map((first) => fetched(fetcher, series(runOf(3, first as Day)))),
    );
    expect(months[0]).toEqual([
      ratesOf('2024-01-01' as Day),
      { day: '2024-01-02', gap: 'not available' },
      ratesOf('2024-01-03' as Day),
    ]);
    expect(asked(service).filter((days) => days.includes('..'))).toEqual(['2024-01-01..2024-01-03']);
    expect(service.asks).toHaveLength(1 + 9);
    expect(refused).toHaveBeenCalledTimes(1);
  });

  test('that is known beforehand, no request shows it', async () => {
    const service = freePlan();
    await fetched(fetcherOf(service, { allowed: false }), series(runOf(3)));
    expect(asked(service)).toEqual(daysOf(runOf(3)));
  });

  test('although it was said to have them, each finds out, and it is told once', async () => {
    const service = freePlan();
    const refused = vi.fn();
    const fetcher = fetcherOf(service, { allowed: true, refused });
    await Promise.all([fetched(fetcher, series(runOf(2))), fetched(fetcher, series(runOf(2, '2024-02-01' as Day)))]);
    expect(asked(service).filter((days) => !days.includes('..'))).toHaveLength(4);
    expect(refused).toHaveBeenCalledTimes(1);
  });

  test.each(['base', 'symbols'] as const)('a refusal of %s is another matter', async (feature) => {
    const service = new ScriptedService([], () => notAllowed(feature));
    await expect(fetched(fetcherOf(service), series(runOf(3)))).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(service.asks).toHaveLength(1);
  });
});

test('once a plan is known to have time series, no run waits for the one before', async () => {
  const service = new ScriptedService();
  const answers: (() => void)[] = [];
  const client: typeof service = Object.assign(service, {
    ask: async (...asked: Parameters<ScriptedService['ask']>) => {
      const answer = ScriptedService.prototype.ask.apply(service, asked);
      if (service.asks.length > 1) await new Promise<void>((resolve) => answers.push(resolve));
      return answer;
    },
  });
  const fetcher = fetcherOf(client);
  await fetched(fetcher, series(runOf(2)));
  const runs = [31, 60, 91].map((at) => runOf(29, addDays(start, at)));
  const all: Promise<unknown>[] = [];
  for (const run of runs) {
    all.push(fetched(fetcher, series(run)));
    await turns(3);
    expect(answers).toHaveLength(all.length);
  }
  for (const answer of answers) answer();
  await Promise.all(all);
});

describe('after a failure', () => {
  test('nothing more is sent, and what is under way is waited for', async () => {
    const service = new ScriptedService([], ({ run }) => {
      if (run.first === '2024-01-02') throw new Failure('service_failed', 'gone');
      return undefined;
    });
    const answered: string[] = [];
    const errand = anErrand();
    const fetcher = fetcherOf(service, { errand });
    const fetching = fetcher(
      { wanted: 'days', run: runOf(5) },
      async (answer) => void answered.push(...ratesIn(answer).map(({ day }) => day)),
    );
    await expect(fetching).rejects.toThrow('gone');
    expect(answered).toEqual(['2024-01-01', '2024-01-03', '2024-01-04', '2024-01-05']);
    expect(errand.signal.aborted).toBe(true);
    await expect(fetched(fetcher, series(runOf(2, '2024-02-01' as Day)))).rejects.toThrow('gone');
    expect(service.asks).toHaveLength(5);
  });

  test('a missing day is none', async () => {
    const service = new ScriptedService([], () => notAvailable());
    const errand = anErrand();
    await fetched(fetcherOf(service, { errand }), { wanted: 'days', run: runOf(1) });
    expect(errand.signal.aborted).toBe(false);
  });
});
