import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../../src/calendar/day.ts';
import { Failure } from '../../../src/errors.ts';
import type { Budget } from '../../../src/fetch/budget.ts';
import type { DayFetcher, Fetched } from '../../../src/fetch/fetch.ts';
import { type PlanUnit, planDays } from '../../../src/fetch/plan.ts';
import type { StoredDays } from '../../../src/fetch/stored-days.ts';
import { DayBudget, OverBudget } from '../../../src/server/days/day-budget.ts';
import { SharedDays } from '../../../src/server/days/shared-days.ts';
import { Refused, Unasked } from '../../../src/sources/source.ts';
import { storedAt } from '../../fetch/stored-at.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { alwaysIn } from '../../support/always.ts';
import { turns } from '../../support/latch.ts';
import { ratesOf } from '../../support/rates.ts';
import { publisher } from '../../support/scripted-service.ts';

const noon = Date.parse('2024-03-10T12:00:00Z');
const today = '2024-03-10' as Day;
const daysOf = (first: string, last: string) => [...eachDay(first as Day, last as Day)];
const found = ({ outcomes }: Awaited<ReturnType<SharedDays['get']>>) =>
  [...outcomes.values()].map(({ day }) => day).sort();

let folder: string;
let now: number;
let budget: DayBudget;
/** The days of each unit that was fetched. */
let fetched: string[];
/** What the service does with a unit, after having been asked. */
let fate: (days: readonly Day[]) => Promise<void> | void;
let missing: Day[];
let canKeep: boolean;
/** What other processes share with the one that serves. */
let stored: StoredDays;
/** Codes without a usable rate. */
let dropped: string[] | undefined;
let problems: string[];
let notes: string[];

beforeEach(() => {
  folder = temporaryFolder();
  now = noon;
  budget = new DayBudget(
    () => 100,
    () => now,
  );
  fetched = [];
  fate = () => {};
  missing = [];
  canKeep = true;
  dropped = undefined;
  problems = [];
  notes = [];
});

const answerOf = (day: Day) => ratesOf(day, { EUR: fetched.length }, { dropped });

function open({ offline = false } = {}) {
  stored = storedAt({ root: folder, now: () => now });
  const places = { source: publisher, stored, offline };
  const fetcher: DayFetcher = {
    plan: (days, wanted) => planDays(days, wanted, places),
    stateOf: (day) => stored.stateOf(day),
    async *fetch({ units }, budget) {
      for (const unit of units) yield await fetchUnit(unit, budget, stored);
    },
  };
  return new SharedDays({
    stored,
    fetcher,
    offline,
    budget,
    now: () => now,
    reporter: { note: (text) => void notes.push(text), problem: (text) => void problems.push(text) },
  });
}

async function fetchUnit({ days }: PlanUnit, budget: Budget, { store }: StoredDays): Promise<Fetched> {
  fetched.push(days.length > 1 ? `${days[0]}..${days.at(-1)}` : `${days[0]}`);
  if (!budget.reserve(days.length)) throw new Error('beyond the budget');
  await fate(days);
  budget.settle(days.length, 'charged');
  const outcomes = days.map((day) => (missing.includes(day) ? { day, gap: 'not available' as const } : answerOf(day)));
  for (const outcome of outcomes) if (canKeep && !('gap' in outcome)) await store.keep(outcome, undefined);
  return { days: outcomes };
}

describe('a day that is not kept', () => {
  test('is the same for a minute, and then asked for again', async () => {
    const shared = open();
    const first = await shared.get([today]);
    now += 59_999;
    const within = await shared.get([today]);
    expect(within.outcomes.get(today)).toBe(first.outcomes.get(today));
    expect([first, within]).toMatchObject([
      { fetched: true, cost: 1 },
      { fetched: false, cost: 0 },
    ]);
    now += 1;
    await shared.get([today]);
    expect(fetched).toEqual([today, today]);
  });

  const young = [today, addDays(today, -3)];
  test.each(young)('is not there, likewise: %s is asked for again a minute later', async (day) => {
    missing = [day];
    const shared = open();
    for (let time = 0; time < 3; time++) {
      const { outcomes } = await shared.get([day]);
      expect(outcomes.get(day)).toEqual({ day, gap: 'not available' });
    }
    expect(fetched).toEqual([day]);
    now += 60_000;
    await shared.get([day]);
    expect(fetched).toEqual([day, day]);
  });

  test('though it is finished stays the same for ever', async () => {
    canKeep = false;
    const shared = open();
    const finished = addDays(today, -2);
    const first = await shared.get([finished]);
    now += 7 * 86_400_000;
    const later = await shared.get([finished]);
    expect(later.outcomes.get(finished)).toBe(first.outcomes.get(finished));
    expect(fetched).toEqual([finished]);
  });

  test('takes no memory any more when it is too old to be used', async () => {
    setFlagsFromString('--expose_gc');
    const collect: () => void = runInNewContext('gc');
    const shared = open();
    const come = async () => new WeakRef((await shared.get([today])).outcomes.get(today) as object);
    const recent = await come();
    await shared.settled();
    collect();
    expect(recent.deref()).toBeDefined();
    now += 60_000;
    await shared.get([addDays(today, -1)]);
    await shared.settled();
    await turns();
    collect();
    expect(recent.deref()).toBeUndefined();
  });
});

test('a day that was kept and is gone is asked for again', async () => {
  const day = '2024-01-17' as Day;
  const shared = open();
  await shared.get([day]);
  rmSync(join(folder, 'store'), { recursive: true });
  await turns();
  expect(found(await shared.get([day]))).toEqual([day]);
  expect(fetched).toEqual([day, day]);
});

test('the running day that another process has fetched does for a minute, from when it was found', async () => {
  const shared = open();
  const another = storedAt({ root: folder, now: () => now });
  const days = [answerOf(today)];
  const run = { first: today, last: today, length: 1 };
  await another.receiver.storeResponse({ wanted: 'newest', run }, { run, days, served: now }, undefined);
  now += 3_600_000 - 1;
  for (const later of [0, 59_999]) {
    now += later;
    const answer = await shared.get([today]);
    expect([found(answer), answer.fetched]).toEqual([[today], false]);
  }
  expect(fetched).toEqual([]);
  now += 1;
  await shared.get([today]);
  expect(fetched).toEqual([today]);
});

test('a day that is known not to be there is not asked for', async () => {
  const day = '2024-01-17' as Day;
  const shared = open();
  await stored.learn([{ day, gap: 'not available' }]);
  const { outcomes, fetched: asked } = await shared.get([day]);
  expect([outcomes.get(day), asked]).toEqual([{ day, gap: 'not available' }, false]);
  expect(fetched).toEqual([]);
});

test('a day without all of its rates is told, once', async () => {
  const days = daysOf('2024-01-16', '2024-01-17');
  const shared = open();
  await shared.get(days.slice(0, 1));
  dropped = ['EUR'];
  for (let time = 0; time < 2; time++) await shared.get(days);
  expect(problems).toEqual(['1 unusable rate left out: EUR on 2024-01-17']);
});

test('only what is neither held nor under way is asked for, and each asker is told his own cost', async () => {
  fate = () => turns(3);
  const shared = open();
  await shared.get(daysOf('2024-01-03', '2024-01-04'));
  const answers = await Promise.all([
    shared.get(daysOf('2024-01-01', '2024-01-06')),
    shared.get(daysOf('2024-01-05', '2024-01-09')),
    shared.get(daysOf('2024-01-01', '2024-01-09')),
  ]);
  expect(answers.map(({ cost }) => cost)).toEqual([4, 3, 0]);
  expect(answers.map(({ fetched }) => fetched)).toEqual([true, true, true]);
  expect(answers.map((answer) => found(answer).length)).toEqual([6, 5, 9]);
  expect(budget.spent).toBe(9);
});

test('what is over the budget is refused whole, before anything is asked', async () => {
  const shared = open();
  await shared.get(daysOf('2023-01-01', '2023-01-31'));
  await shared.get(daysOf('2023-03-01', '2023-03-31'));
  fetched = [];
  await expect(shared.get(daysOf('2023-04-20', '2023-06-01'))).rejects.toThrow(OverBudget);
  expect(fetched).toEqual([]);
  expect(found(await shared.get(daysOf('2023-05-01', '2023-05-31')))).toHaveLength(31);
  expect(budget.spent).toBe(93);
});

test('a failure is for all who waited, and what was set aside for it is free again', async () => {
  const shared = open();
  fate = async () => {
    await turns(3);
    throw new Error('lost');
  };
  const days = daysOf('2024-01-01', '2024-01-31');
  const both = await Promise.allSettled([shared.get(days), shared.get(days.slice(3, 5))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await shared.settled();
  fate = () => {};
  expect((await shared.get(days)).cost).toBe(31);
});

test.each([
  ['a refusal of the key', new Refused('key', new Failure('app_id_refused', 'refused'))],
  ['a refusal of the quota', new Refused('quota', new Failure('quota_used_up', 'used up'))],
  ['a source that cannot be reached', new Unasked(new Failure('not_reached', 'unreached'))],
])('%s is for all, for a minute, but for what is held, and told once', async (_what, failure) => {
  const shared = open();
  const days = daysOf('2024-01-01', '2024-01-02');
  await shared.get(days);
  fate = () => Promise.reject(failure);
  for (const asked of [daysOf('2024-01-31', '2024-02-01'), [today]])
    await expect(shared.get(asked)).rejects.toBe(failure);
  await shared.settled();
  expect(fetched).toHaveLength(2);
  expect(notes).toEqual([`2024-03-10T12:00:00Z ${failure.message}; not retried for one minute`]);
  expect(found(await shared.get(days))).toEqual(days);
  now += 60_000;
  fate = () => {};
  expect(found(await shared.get([today]))).toEqual([today]);
});

test('a refusal of something else is for who asked alone', async () => {
  const shared = open();
  const refused = new Refused('other', new Failure('request_refused', 'refused'));
  fate = () => Promise.reject(refused);
  await expect(shared.get([today])).rejects.toBe(refused);
  fate = () => {};
  expect(found(await shared.get([today]))).toEqual([today]);
  expect(notes).toEqual([]);
});

test('with nobody to ask, there is what is held, and nothing was fetched', async () => {
  await open().get(daysOf('2024-01-01', '2024-01-02'));
  const answer = await open({ offline: true }).get(daysOf('2024-01-01', '2024-01-04'));
  expect(found(answer)).toEqual(['2024-01-01', '2024-01-02']);
  expect(answer).toMatchObject({ fetched: false, cost: 0 });
});

test('settled waits for what is under way, also where nobody does any more', async () => {
  const shared = open();
  fate = () => turns(5);
  const asked = shared.get(daysOf('2024-01-01', '2024-01-02'));
  await shared.settled();
  expect(found(await open({ offline: true }).get(daysOf('2024-01-01', '2024-01-02')))).toHaveLength(2);
  await asked;
});

test('a store that breaks after the answer breaks nothing else', async () => {
  const shared = open();
  fate = () => {
    writeFileSync(join(folder, 'store'), 'no folder');
  };
  expect(found(await shared.get([today]))).toEqual([today]);
  await shared.settled();
  // the failure to look whether the day was kept would be nobody's
  await turns(5);
});

test('however ranges overlap in time, each day is fetched once and everybody has all of his', async () => {
  const asked = fc.record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 31 }), after: fc.nat(4) });
  await alwaysIn(25, [fc.array(asked, { minLength: 1, maxLength: 8 })], async (asks) => {
    rmSync(join(folder, 'store'), { recursive: true, force: true });
    budget = new DayBudget(
      () => 100,
      () => now,
    );
    fate = () => turns(2);
    const shared = open();
    const union = new Set<Day>();
    await Promise.all(
      asks.map(async ({ from, length, after }) => {
        const first = addDays('2023-01-10' as Day, from);
        const days = [...eachDay(first, addDays(first, length - 1))];
        for (const day of days) union.add(day);
        await turns(after);
        expect(found(await shared.get(days))).toEqual(days);
      }),
    );
    expect(budget.spent).toBe(union.size);
  });
});
