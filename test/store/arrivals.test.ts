import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { type Arrival, Arrivals } from '../../src/store/arrivals.ts';
import { temporaryFolder } from './temporary-folder.ts';

const month = (first: string, last: string) => ({
  first: first as Day,
  last: last as Day,
  length: countDays(first as Day, last as Day),
});
const now = 1_706_800_000_000;
const january: Arrival = {
  endpoint: 'time-series',
  run: month('2024-01-01', '2024-01-31'),
  came: now,
  body: Buffer.from('{"rates":"€"}'),
};
const oneDay: Arrival = {
  endpoint: 'historical',
  run: month('2024-02-29', '2024-02-29'),
  came: 0,
  body: Buffer.from('{}'),
};
const oneDayOfSeries: Arrival = { ...oneDay, endpoint: 'time-series' };

const open = (folder: string) => new Arrivals(folder, () => now);

/** Beside what was put its place. */
const asPut = (arrivals: Arrivals, month?: string) => arrivals.left(month).map(({ path: _, ...put }) => put);

describe('an answer that has arrived', () => {
  test.each([
    ['of a month', january],
    ['of a day', oneDay],
    ['of a series of one day', oneDayOfSeries],
  ])('%s is found by another process as it came', (_name, arrival) => {
    const folder = join(temporaryFolder(), 'arrived');
    open(folder).put(arrival);
    expect(asPut(open(folder))).toEqual([arrival]);
  });

  test('is not what its own process finds', () => {
    const arrivals = open(temporaryFolder());
    arrivals.put(january);
    expect(arrivals.left()).toEqual([]);
  });

  test('lies there once, however often it came, and not when its days are held', () => {
    const folder = temporaryFolder();
    const arrivals = open(folder);
    arrivals.put(january);
    arrivals.put({ ...january, came: now + 1000 });
    arrivals.put(oneDay);
    expect(readdirSync(folder)).toHaveLength(2);
    arrivals.remove(january.run);
    expect(asPut(open(folder))).toEqual([oneDay]);
  });

  test('is found by its month', () => {
    const folder = temporaryFolder();
    const arrivals = open(folder);
    for (const arrival of [january, oneDay]) arrivals.put(arrival);
    expect(asPut(open(folder), '2024-02')).toEqual([oneDay]);
    expect(asPut(open(folder), '2024-03')).toEqual([]);
  });

  test('takes the place of an older one to the same, and of no other', () => {
    const folder = temporaryFolder();
    const firstDay = { ...oneDay, run: month('2024-01-01', '2024-01-01') };
    const older = { ...january, body: Buffer.from('older') };
    for (const arrival of [older, firstDay, oneDayOfSeries, january]) open(folder).put(arrival);
    const left = asPut(open(folder));
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([january, firstDay, oneDayOfSeries]));
  });

  test('is discarded alone', () => {
    const folder = temporaryFolder();
    for (const arrival of [oneDay, january]) open(folder).put(arrival);
    const arrivals = open(folder);
    for (const left of arrivals.left('2024-01')) arrivals.discard(left);
    expect(asPut(arrivals)).toEqual([oneDay]);
  });
});

describe('where nothing has arrived', () => {
  test('there is no folder, and nothing to find', () => {
    const folder = join(temporaryFolder(), 'arrived');
    const arrivals = open(folder);
    expect(arrivals.left()).toEqual([]);
    arrivals.remove(january.run);
    expect(existsSync(folder)).toBe(false);
  });

  test("what is growing, and somebody's own files, are left alone", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '2024-01-17.json'), '{}');
    writeFileSync(join(folder, '.ratebook-0123456789ab.tmp'), '{}');
    writeFileSync(join(folder, '2024-13-45..2024-13-46.1.0123456789ab'), '{}');
    mkdirSync(join(folder, '2024-01-17..1.0123456789ab'));
    expect(open(folder).left()).toEqual([]);
  });
});

test('what cannot be put there is no failure: only a kill would lose by it', () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, '');
  const arrivals = open(folder);
  arrivals.put(january);
  arrivals.remove(january.run);
  expect(arrivals.left()).toEqual([]);
});
