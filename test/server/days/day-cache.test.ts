import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import type { Code } from '../../../src/currencies/code.ts';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { dayCache, listCache } from '../../../src/server/days/day-cache.ts';
import { storedCodes } from '../../../src/server/days/held-codes.ts';
import { storePlaces } from '../../../src/store/places.ts';
import { Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { turns } from '../../support/latch.ts';

const day = '2024-01-17' as Day;
const eur = 'EUR' as Code;
const body = (rate: number) => `{"base":"USD","rates":{"EUR":${rate},"USD":1}}`;

let folder: string;
let store: Store;
let held: (day: Day) => DayRates | undefined;
let reads: Day[];
const pathOf = (day: Day) => join(store.places.days, `${day}.json`);

beforeEach(() => {
  folder = temporaryFolder();
  const places = storePlaces({ store: join(folder, 'store'), state: join(folder, 'state'), service: 'host/api' });
  store = new Store({ places, now: Date.now, onDamaged: () => {} });
  mkdirSync(store.places.days, { recursive: true });
  reads = [];
  const read = store.read.bind(store);
  store.read = (day) => {
    reads.push(day);
    return read(day);
  };
  held = dayCache(store).held;
});

/** What is held in the next turn of the event loop, when requests have been read anew. */
async function readLater(day: Day): Promise<DayRates | undefined> {
  await turns();
  return held(day);
}
const rateLater = async () => (await readLater(day))?.rates.get(eur);

test('a day is read once while its file stays as it is', async () => {
  writeFileSync(pathOf(day), body(0.9));
  const first = held(day);
  expect(first?.rates.get(eur)).toBe(0.9);
  for (let time = 0; time < 5; time++) expect(await readLater(day)).toBe(first);
  expect(reads).toEqual([day]);
});

test('whoever asks in one turn is told the same; the next turn looks again', async () => {
  writeFileSync(pathOf(day), body(0.9));
  const first = held(day);
  writeFileSync(pathOf(day), body(0.85));
  expect(held(day)).toBe(first);
  expect(await rateLater()).toBe(0.85);
  rmSync(pathOf(day));
  expect(held(day)?.rates.get(eur)).toBe(0.85);
  expect(await readLater(day)).toBeUndefined();
  writeFileSync(pathOf(day), body(0.8));
  expect(held(day)?.rates.get(eur)).toBe(0.8);
});

test.each([
  ['another place on the disk', 0.8, '2024-02-01T00:00:00Z', '.new'],
  ['another time', 0.8, '2024-02-02T00:00:00Z', ''],
  ['another size', 0.85, '2024-02-01T00:00:00Z', ''],
])('a file that has nothing but %s is read anew', async (_, rate, time, ending) => {
  writeFileSync(pathOf(day), body(0.9));
  utimesSync(pathOf(day), 0, new Date('2024-02-01T00:00:00Z'));
  expect(await rateLater()).toBe(0.9);
  writeFileSync(pathOf(day) + ending, body(rate));
  renameSync(pathOf(day) + ending, pathOf(day));
  utimesSync(pathOf(day), 0, new Date(time));
  expect(await rateLater()).toBe(rate);
});

test('a thousand days stay in memory: those read last', async () => {
  const days = Array.from({ length: 1001 }, (_, at) => addDays('2020-01-01' as Day, at));
  for (const day of days) writeFileSync(pathOf(day), body(1));
  const [oldest = day, second = day] = days;
  for (const day of days.slice(0, 1000)) held(day);
  await readLater(oldest);
  held(days[1000] ?? day);
  expect(reads).toHaveLength(1001);
  await readLater(oldest);
  expect(reads).toHaveLength(1001);
  await readLater(second);
  expect(reads.at(-1)).toBe(second);
  expect(reads).toHaveLength(1002);
});

test('the days are listed again only when their folder has changed, or may have', async () => {
  const list = listCache(store);
  const days = vi.spyOn(store, 'days');
  const long = new Date(Date.now() - 60_000);
  expect(await list()).toEqual([]);
  writeFileSync(pathOf(day), body(0.9));
  // so soon after a change there may be another with the same time
  for (let time = 0; time < 2; time++) expect(await list()).toEqual([day]);
  expect(days).toHaveBeenCalledTimes(3);
  utimesSync(store.places.days, long, long);
  for (let time = 0; time < 3; time++) expect(await list()).toEqual([day]);
  expect(days).toHaveBeenCalledTimes(4);
  writeFileSync(pathOf(addDays(day, 1)), body(0.9));
  expect(await list()).toEqual([day, addDays(day, 1)]);
  rmSync(store.places.days, { recursive: true });
  expect(await list()).toEqual([]);
});

test('codes are those of all stored days, each of which is read once, and of no day that has gone', async () => {
  const [first, second, damaged] = [day, addDays(day, 1), addDays(day, 2)];
  writeFileSync(pathOf(first), body(0.9));
  writeFileSync(pathOf(second), '{"base":"USD","rates":{"GBP":0.8,"USD":1}}');
  mkdirSync(pathOf(damaged));
  const peek = vi.spyOn(store, 'peek');
  let stored = [first];
  const codes = storedCodes(store, async () => stored);
  const codesOf = async (...days: Day[]) => {
    stored = days;
    return [...(await codes())].sort();
  };
  expect(await codesOf(first)).toEqual(['EUR', 'USD']);
  expect(await codesOf(first, second, damaged)).toEqual(['EUR', 'GBP', 'USD']);
  expect(peek.mock.calls.flat()).toEqual([first, second, damaged]);
  expect(await codesOf(second, damaged)).toEqual(['GBP', 'USD']);
});
