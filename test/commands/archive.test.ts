import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { reserveOf, selectDays } from '../../src/commands/archive/fill.ts';
import { readArchive } from '../../src/commands/archive/state.ts';
import { storeUnlessStored } from '../../src/commands/store/import.ts';
import { acquireShared } from '../../src/store/lock.ts';
import { storedAt } from '../fetch/stored-at.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { always } from '../support/always.ts';
import { ratesOf } from '../support/rates.ts';

const time = '2024-03-10T09:00:00Z';
const most = {
  ...{ at: time, code: 5, error: 'the quota is used up', success: time },
  ...{ until: '2024-04-01', left: 0, renewal: '2024-04-01', reported: '2024-04-01' },
};

function readText(text: string) {
  const path = join(temporaryFolder(), 'archive.json');
  writeFileSync(path, text);
  return readArchive(path, Date.parse(time));
}

const noTimes = ['yesterday', '2024-03-10 (\u001b[2J)', `${time}\n`, '2024-13-10T09:00:00Z', 5, [time], null];
const noDays = ['soon', '2024-02-30', '2024-04-01\u001b', 20240401, ['2024-04-01'], null];

test.each<[member: keyof typeof most, values: readonly unknown[]]>([
  ['at', [...noTimes, undefined]],
  ['code', ['1', 6, -1, 0.5, null, undefined]],
  ['error', [1, {}, ['text'], undefined]],
  ['success', [...noTimes.filter((value) => value !== null), undefined]],
  ['until', noDays],
  ['left', ['5', -1, 0.5, 1e300, null]],
  ['renewal', noDays],
  ['reported', noDays],
])('a wrong %s is damage', (member, values) => {
  for (const value of values)
    expect(() => readText(JSON.stringify({ last_run: { ...most, [member]: value } })), String(value)).toThrow(
      / is damaged/,
    );
});

test.each(['', '[]', 'null', '{"since":"soon"}', '{"last_run":[]}'])('so is %s', (text) =>
  expect(() => readText(text)).toThrow('is damaged: it does not contain the state of an archive'),
);

const first = '2024-01-01' as Day;

const situation = fc
  .record({
    lacks: fc.array(fc.boolean(), { maxLength: 60 }),
    boundary: fc.nat(60),
    limit: fc.nat(70),
    remaining: fc.option(fc.nat(200), { nil: undefined }),
    reserve: fc.nat(100),
  })
  .map(({ lacks, boundary, ...limits }) => ({
    missing: lacks.flatMap((lacking, at) => (lacking ? addDays(first, at) : [])),
    newSince: addDays(first, boundary),
    ...limits,
  }));

test('a share is the newest of the missing days, within what a run may spend and what is left', () =>
  always([situation], (given) => {
    const { days } = selectDays(given);
    expect(days).toEqual(days.length > 0 ? given.missing.slice(-days.length) : []);
    expect(days.length).toBeLessThanOrEqual(Math.min(given.limit, given.remaining ?? given.limit));
  }));

test('backfill leaves the reserve, and new days do not wait for it', () =>
  always([situation], (given) => {
    const { days, newDaysLeft } = selectDays(given);
    const { missing, newSince, limit, remaining = Number.POSITIVE_INFINITY, reserve } = given;
    const isNew = (day: Day) => day >= newSince;
    const backfill = days.filter((day) => !isNew(day)).length;
    if (backfill > 0) expect(remaining - days.length).toBeGreaterThanOrEqual(reserve);
    const newDays = missing.filter(isNew).length;
    expect(days.filter(isNew).length).toBe(Math.min(newDays, limit, remaining));
    expect(newDaysLeft).toBe(newDays - Math.min(newDays, limit, remaining));
  }));

test.each([
  [{ quota: 1000, daysRemaining: 21 }, 121],
  [{ quota: 1001, daysRemaining: undefined }, 31 + 101],
  [{ quota: undefined, daysRemaining: 21 }, 0],
])('the reserve for %j is %i', (usage, reserve) => expect(reserveOf(usage)).toBe(reserve));

const { signal } = new AbortController();
const openIn = (root: string) => storedAt({ root, now: () => Date.parse('2024-03-10T12:00:00Z') });
const given = ratesOf('2024-01-17', { EUR: 0.9, USD: 1 });

test('a day that another process stores while the lock is waited for stays as it stored it', async () => {
  const folder = temporaryFolder();
  const [stored, other] = [openIn(folder), openIn(folder)];
  const paidFor = ratesOf('2024-01-17', { EUR: 0.8, USD: 1 });
  const lock = await acquireShared(other.locks, ['2024-01'], signal);
  const waiting = storeUnlessStored(given, stored, signal);
  await other.store.storeRates(paidFor);
  await lock.release();
  expect(await waiting).toMatchObject({ rates: paidFor.rates });
  expect(stored.store.read(given.day)).toMatchObject({ rates: paidFor.rates });
});
