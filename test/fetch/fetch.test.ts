import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, startOf } from '../../src/calendar/day.ts';
import { RunBudget } from '../../src/fetch/budget.ts';
import type { DayFetcher } from '../../src/fetch/fetch.ts';
import type { Plan } from '../../src/fetch/plan.ts';
import type { StoredDays } from '../../src/fetch/stored-days.ts';
import { type DayOutcome, isUnavailable } from '../../src/sources/source.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { alwaysIn } from '../support/always.ts';
import { fetcherTo, ratesOf, ScriptedService } from '../support/scripted-service.ts';
import { storedAt } from './stored-at.ts';

const now = startOf('2024-03-15' as Day) + 43_200_000;
const days = (first: string, last: string) => [...eachDay(first as Day, last as Day)];

const openedAt = ({ root = temporaryFolder(), refresh = false, time = now } = {}) =>
  storedAt({ root, refresh, now: () => time });

const again = ({ root }: { root: string }) => openedAt({ root, refresh: true });

/** Asks the service for what is not known of the days, and keeps it. */
async function get(scope: readonly Day[], from: StoredDays, service: ScriptedService) {
  const fetcher = fetcherTo(service, { stored: from });
  const plan = fetcher.plan(scope, 'range');
  return { cost: plan.cost, outcomes: await outcomesOf(fetcher, plan) };
}

async function outcomesOf(fetcher: DayFetcher, plan: Plan): Promise<DayOutcome[]> {
  const outcomes: DayOutcome[] = [];
  for await (const { days } of fetcher.fetch(plan, new RunBudget())) outcomes.push(...days);
  return outcomes;
}

test('days of the service, whatever was asked for before, come in order, and each is asked for once', async () => {
  const range = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 40 }));
  await alwaysIn(10, [fc.array(range, { minLength: 1, maxLength: 4 })], async (ranges) => {
    const from = openedAt();
    const service = new ScriptedService();
    for (const [start, length] of ranges) {
      const first = addDays('2023-11-20' as Day, start);
      const scope = days(first, addDays(first, length));
      const before = service.asks.length;
      const { cost, outcomes } = await get(scope, from, service);
      expect(outcomes.map(({ day }) => day)).toEqual(scope);
      const asked = service.asks.slice(before).reduce((sum, { run }) => sum + run.length, 0);
      expect(asked).toBe(cost);
    }
    const asked = service.asks.flatMap(({ run }) => days(run.first, run.last));
    expect(new Set(asked).size).toBe(asked.length);
    rmSync(from.store.places.days, { recursive: true });
  });
});

describe('gaps', () => {
  const gapsOf = ({ outcomes }: Awaited<ReturnType<typeof get>>) =>
    outcomes.filter(isUnavailable).map(({ day }) => day);

  test('are asked for by themselves, so that they fail no series', async () => {
    const from = openedAt();
    const service = new ScriptedService(['2024-03-05', '2024-03-12'] as Day[]);
    const scope = days('2024-03-01', '2024-03-13');
    await get(scope, from, service);
    service.asks.length = 0;
    const { cost, outcomes } = await get(scope, again(from), service);
    const asked = service.asks.map(({ scope, run }) => `${run.first} ${run.length} ${scope}`).sort();
    expect(asked.join(', ')).toBe(
      '2024-03-01 4 range, 2024-03-05 1 days, 2024-03-06 6 range, 2024-03-12 1 days, 2024-03-13 1 days',
    );
    expect([cost, gapsOf({ cost, outcomes })]).toEqual([13, ['2024-03-05', '2024-03-12']]);
  });
});

describe('the work of another process', () => {
  function claimedElsewhere(month: string) {
    const from = openedAt();
    mkdirSync(from.store.places.locks, { recursive: true });
    writeFileSync(join(from.store.places.locks, month), 'of another');
    return from;
  }

  test('in its month keeps nobody from the running day, which is not kept', async () => {
    const from = claimedElsewhere('2024-03');
    const { outcomes } = await get(days('2024-03-15', '2024-03-15'), from, new ScriptedService());
    expect(outcomes).toEqual([ratesOf('2024-03-15' as Day)]);
    expect(readdirSync(from.store.places.locks)).toEqual(['2024-03']);
  });
});
