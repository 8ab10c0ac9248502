import fs, { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { type Arrival, Inbox } from '../../src/store/inbox.ts';
import { day } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const runOf = (first: Day, last = first) => ({ first, last, length: countDays(first, last) });
const now = 1_706_800_000_000;
const month = runOf(day('2024-01-01'), day('2024-01-31'));
const january: Arrival = { wanted: 'range', run: month, came: now, body: Buffer.from('{"rates":"€"}') };
const oneDay: Arrival = { wanted: 'days', run: runOf(day('2024-02-29')), came: 0, body: Buffer.from('{}') };
const oneDayOfSeries: Arrival = { ...oneDay, wanted: 'range' };

const open = (folder: string) => new Inbox(folder, () => now);

/** As they were put. */
const asPut = (inbox: Inbox, month?: string) =>
  inbox.left(month).map((left) => {
    const { path: _, pid: _pid, ...origin } = left;
    return { ...origin, body: inbox.bodyOf(left) };
  });

describe('an answer that has arrived', () => {
  test.each([
    ['of a month', january],
    ['of a day', oneDay],
    ['of a series of one day', oneDayOfSeries],
  ])('%s is found by another process as it came, and not by its own', (_name, arrival) => {
    const folder = join(temporaryFolder(), 'arrived');
    const own = open(folder);
    own.put(arrival);
    expect([asPut(open(folder)), own.left()]).toEqual([[arrival], []]);
  });

  test('lies there once, however often it came, and not when its days are held', async () => {
    const folder = temporaryFolder();
    const inbox = open(folder);
    inbox.put(january);
    inbox.put({ ...january, came: now + 1000 });
    inbox.put(oneDay);
    await inbox.flushed(january.run);
    expect(readdirSync(folder)).toHaveLength(2);
    inbox.remove(january.run);
    expect(asPut(open(folder))).toEqual([oneDay]);
  });

  test('is found by its month, and discarded alone', () => {
    const folder = temporaryFolder();
    const inbox = open(folder);
    for (const arrival of [january, oneDay]) inbox.put(arrival);
    expect(asPut(open(folder), '2024-02')).toEqual([oneDay]);
    expect(asPut(open(folder), '2024-03')).toEqual([]);
    const other = open(folder);
    for (const left of other.left('2024-01')) other.discard(left);
    expect(asPut(other)).toEqual([oneDay]);
  });

  test('takes the place of an older one to the same, and of no other, once it is on disk', async () => {
    const folder = temporaryFolder();
    const firstDay = { ...oneDay, run: runOf(day('2024-01-01')) };
    const older = { ...january, body: Buffer.from('older') };
    for (const arrival of [older, firstDay, oneDayOfSeries]) open(folder).put(arrival);
    const inbox = open(folder);
    inbox.put(january);
    expect(readdirSync(folder)).toHaveLength(4);
    await inbox.flushed(january.run);
    const left = asPut(open(folder));
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([january, firstDay, oneDayOfSeries]));
  });
});

test('an older one stays where the newer one cannot be flushed', async () => {
  const folder = temporaryFolder();
  const older = { ...january, body: Buffer.from('older') };
  open(folder).put(older);
  const { fsync } = fs;
  onTestFinished(() => {
    fs.fsync = fsync;
    syncBuiltinESMExports();
  });
  let failures = 0;
  const failing = (_file: number, done: (error: Error) => void) => {
    failures++;
    done(new Error('EIO'));
  };
  fs.fsync = failing as typeof fsync;
  syncBuiltinESMExports();
  const inbox = open(folder);
  inbox.put(january);
  await inbox.flushed(january.run);
  expect(failures).toBeGreaterThan(0);
  expect(asPut(open(folder))).toEqual(expect.arrayContaining([older, january]));
});

test("what is growing, and somebody's own files, are left alone", () => {
  const folder = temporaryFolder();
  for (const name of ['2024-01-17.json', '.ratebook-0123456789ab.1.1.0.tmp', '2024-13-45..2024-13-46.1.1.0123456789ab'])
    writeFileSync(join(folder, name), '{}');
  mkdirSync(join(folder, '2024-01-17..1.1.0123456789ab'));
  expect(open(folder).left()).toEqual([]);
});

test('what cannot be put there is no failure: only a kill would lose by it', () => {
  const folder = join(temporaryFolder(), 'file');
  writeFileSync(folder, '');
  const inbox = open(folder);
  inbox.put(january);
  inbox.remove(january.run);
  expect(inbox.left()).toEqual([]);
});
