import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../../src/calendar/day.ts';
import type { RunBudget } from '../../../src/fetch/budget.ts';
import type { DayFetcher, Fetched } from '../../../src/fetch/fetch.ts';
import { type PlannedBatch, planDays } from '../../../src/fetch/plan.ts';
import type { StoredDays } from '../../../src/fetch/stored-days.ts';
import { DayBudget, servedDays } from '../../../src/server/http/served-days.ts';
import type { FoundDays } from '../../../src/server/http/service.ts';
import { storedAt } from '../../fetch/stored-at.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { alwaysIn } from '../../support/always.ts';
import { turns } from '../../support/latch.ts';
import { publisher } from '../../support/publisher.ts';
import { ratesOf } from '../../support/rates.ts';

const noon = Date.parse('2024-03-10T12:00:00Z');
const today = '2024-03-10' as Day;
const daysOf = (first: string, last: string) => [...eachDay(first as Day, last as Day)];
const found = ({ rates }: FoundDays) => rates?.map(({ day }) => day);
let folder: string;
let now: number;
let budget: DayBudget;
let fetched: string[];
/** What happens before the service answers. */
let delay: () => Promise<void> | void;
/** What other processes share with the one that serves. */
let stored: StoredDays;

beforeEach(() => {
  folder = temporaryFolder();
  now = noon;
  budget = new DayBudget(100, () => now);
  fetched = [];
  delay = () => {};
});

const answerOf = (day: Day) => ratesOf(day, { EUR: fetched.length });

function open(source: Partial<StoredDays['source']> = {}) {
  stored = storedAt({ root: folder, now: () => now, source });
  const fetcher: DayFetcher = {
    plan: (days, scope) => planDays(days, scope, publisher, stored),
    stateOf: (day) => stored.stateOf(day),
    async *fetch({ batches }, budget) {
      for (const unit of batches) yield await fetchUnit(unit, budget, stored);
    },
  };
  const reporter = { note: () => {}, problem: () => {} };
  return servedDays({ stored, fetcher, offline: false, budget, now: () => now, reporter });
}

async function fetchUnit({ days }: PlannedBatch, budget: RunBudget, { store }: StoredDays): Promise<Fetched> {
  fetched.push(days.length > 1 ? `${days[0]}..${days.at(-1)}` : `${days[0]}`);
  if (!budget.reserve(days.length)) throw new Error('beyond the budget');
  await delay();
  budget.settle(days.length, 'charged');
  const answers = days.map(answerOf);
  for (const answer of answers) await store.storeRates(answer);
  return { days: answers };
}

test('what is answered from stored days holds until their folder changes', async () => {
  const day = '2024-01-17' as Day;
  const served = open();
  await served.find([day]);
  now = Date.now() + 1000;
  const { revision } = await served.find([day]);
  expect(revision).toBe(served.revision());
  now++;
  expect(served.revision()).toBe(revision);
  await stored.store.storeRates(ratesOf('2024-01-18', { EUR: 1 }));
  now += 1000;
  expect((await served.find([day])).revision).not.toBe(revision);
});

test('an answer that lacks a day that is yet to be published does not hold', async () => {
  const calendar = { ...publisher.calendar, isFinal: () => true };
  const served = open({ asks: { by: 'all' }, newest: 'published', calendar });
  const first = ratesOf('2024-01-17', { EUR: 1 });
  await stored.store.storeRates(first);
  now = Date.now() + 1000;
  await stored.learnAll({ version: {}, days: [first] });
  expect((await served.find(daysOf('2024-01-17', '2024-01-18'))).revision).toBeUndefined();
  expect((await served.find([first.day])).revision).toBeDefined();
});

test('the running day that another process has fetched is requested once it is due again', async () => {
  const served = open();
  const another = storedAt({ root: folder, now: () => now });
  const days = [answerOf(today)];
  const run = { first: today, last: today, length: 1 };
  await another.storeResponse({ scope: 'newest', run }, { run, days, served: now });
  now += 3_600_000 - 1;
  const answer = await served.find([today]);
  expect([found(answer), answer.origin]).toEqual([[today], 'stored, cost 0']);
  expect(fetched).toEqual([]);
  now += 1;
  await served.find([today]);
  expect(fetched).toEqual([today]);
});

test('a failure is for all who waited, and what was set aside for it is free again', async () => {
  const served = open();
  delay = async () => {
    await turns(3);
    throw new Error('lost');
  };
  const days = daysOf('2024-01-01', '2024-01-31');
  const both = await Promise.allSettled([served.find(days), served.find(days.slice(3, 5))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await served.settled();
  delay = () => {};
  expect((await served.find(days)).origin).toBe('fetched, cost 31');
});

test('however ranges overlap in time, each day is fetched once and everybody has all of his', async () => {
  const asked = fc.record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 31 }), after: fc.nat(4) });
  await alwaysIn(25, [fc.array(asked, { minLength: 1, maxLength: 8 })], async (asks) => {
    rmSync(join(folder, 'store'), { recursive: true, force: true });
    budget = new DayBudget(100, () => now);
    delay = () => turns(2);
    const served = open();
    const union = new Set<Day>();
    await Promise.all(
      asks.map(async ({ from, length, after }) => {
        const first = addDays('2023-01-10' as Day, from);
        const days = [...eachDay(first, addDays(first, length - 1))];
        for (const day of days) union.add(day);
        await turns(after);
        expect(found(await served.find(days))).toEqual(days);
      }),
    );
    expect(budget.spent).toBe(union.size);
  });
});
