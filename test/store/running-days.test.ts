import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import { temporaryIn } from '../../src/disk/whole-file.ts';
import { Failure } from '../../src/errors.ts';
import { RunningDays } from '../../src/store/running-days.ts';
import { ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const today = '2024-01-18' as Day;
const noon = startOf(today) + 43_200_000;
const hour = 3_600_000;

function runningAt(time: number, folder = join(temporaryFolder(), 'running'), anyAge = false) {
  const clock = { now: time };
  const now = () => clock.now;
  const days = new RunningDays({ folder, now, updateEvery: () => hour, anyAge });
  return { days, folder, clock };
}

const rates = ratesOf(today, { EUR: 0.9, USD: 1 }, { timestamp: noon / 1000 });

test('what a plan counts as held is there when its turn comes, though it has aged since', async () => {
  const { days, clock } = runningAt(noon);
  await days.keep(rates, noon);
  expect(days.plan(today, false)).toBe(true);
  clock.now += hour;
  expect(days.read(today)).toEqual(rates);
  expect(days.current(today)).toBeUndefined();
  expect(days.plan(today, false)).toBe(false);
  expect(days.read(today)).toBeUndefined();
});

test('a finished day is neither kept nor read, however old its rates may be', async () => {
  const { days, clock, folder } = runningAt(noon, undefined, true);
  await days.keep({ ...rates, day: addDays(today, -1) }, noon);
  await days.keep(rates, noon);
  expect(readdirSync(folder)).toEqual([`${today}.json`]);
  clock.now = startOf(addDays(today, 1)) + hour - 1;
  expect(days.newest()?.day).toBe(today);
  clock.now += 1;
  expect(days.current(today)).toBeUndefined();
  expect(days.newest()).toBeUndefined();
});

test('files of finished days go when another is kept, other files stay', async () => {
  const { folder } = runningAt(noon);
  mkdirSync(folder, { recursive: true });
  const young = temporaryIn(folder).slice(folder.length + 1);
  for (const name of [`${addDays(today, -3)}.json`, 'notes.txt', young]) writeFileSync(join(folder, name), 'x');
  await runningAt(noon, folder).days.keep(rates, noon);
  expect(readdirSync(folder).sort()).toEqual([young, `${today}.json`, 'notes.txt'].sort());
});

test('where nothing can be kept there is nothing to read, and keeping says so', async () => {
  const { days, folder } = runningAt(noon);
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'no folder');
  expect(days.current(today)).toBeUndefined();
  await expect(days.keep(rates, noon)).rejects.toBeInstanceOf(Failure);
});

describe('rates that another process has asked for', () => {
  const old = { ...rates, timestamp: (noon - 5 * hour) / 1000 };

  /** One process plans at noon; the other asks and answers at these times. */
  async function planned(asked: number, came: number, refresh = false) {
    const { days, clock, folder } = runningAt(noon);
    days.plan(today, refresh);
    const other = runningAt(noon + asked, folder);
    other.days.asks([today]);
    await other.days.keep(old, noon + came);
    clock.now = noon + came;
    return { days, clock, folder };
  }

  test.each([
    [1, true],
    [0, false],
    [-1, false],
  ])('%i ms after a plan: as good as its own answer, though they are old: %s', async (asked, isShared) => {
    for (const refresh of [false, true]) {
      const { days } = await planned(asked, 5, refresh);
      expect(days.read(today)).toEqual(isShared ? old : undefined);
      expect(days.shared(today)).toEqual(isShared ? old : undefined);
    }
  });

  test('are asked for again by the next plan, and count as old once the clock was set back before them', async () => {
    const { days, clock } = await planned(10, 20);
    clock.now = noon + 9;
    expect(days.read(today)).toBeUndefined();
    clock.now = noon + 21;
    expect(days.read(today)).toEqual(old);
    expect(days.plan(today, false)).toBe(false);
    expect(days.read(today)).toBeUndefined();
  });

  test('are not waited for once two have failed since the plan', async () => {
    const { days, clock, folder } = runningAt(noon);
    days.plan(today, false);
    const other = runningAt(noon, folder);
    for (const later of [0, 1, 2]) {
      other.clock.now = noon + later;
      clock.now = noon + later;
      await other.days.failed([today]);
      expect(days.othersFailed([today])).toBe(later === 2);
    }
    days.plan(today, false);
    expect(days.othersFailed([today])).toBe(false);
  });
});
