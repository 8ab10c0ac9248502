import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { richerIn } from '../../src/store/neighbours.ts';
import { storePlaces } from '../../src/store/places.ts';
import { Store } from '../../src/store/store.ts';
import { day as dayOf, ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

let store: Store;
beforeEach(() => {
  const root = temporaryFolder();
  const places = storePlaces({ store: join(root, 'store'), state: join(root, 'state'), service: 'host' });
  store = new Store({ places, now: Date.now, onDamaged: () => {} });
});

const hold = (day: string, codes: number) =>
  store.keep(ratesOf(day, Object.fromEntries(Array.from({ length: codes }, (_, at) => [`A${at}`, 1]))), undefined);

const richer = (day: string, codes: number, came: ReadonlyMap<Day, number> = new Map()) =>
  richerIn(store, came)(dayOf(day), codes);

test('a day has few codes if they are fewer than half of those of the nearest, a month away at most', async () => {
  await hold('2024-01-16', 9);
  expect(richer('2024-01-17', 4)).toEqual({ day: '2024-01-16', codes: 9 });
  expect(richer('2024-01-17', 5)).toBeUndefined();
  expect(richer('2024-02-16', 1)).toEqual({ day: '2024-01-16', codes: 9 });
  expect(richer('2024-02-17', 1)).toBeUndefined();
  await hold('2024-01-18', 3);
  expect(richer('2024-01-17', 2)).toEqual({ day: '2024-01-16', codes: 9 });
  expect(richer('2024-01-19', 2)).toBeUndefined();
});

test('a day that waits to be asked for again is no measure; once it stands, it is', async () => {
  await hold('2024-01-16', 9);
  await hold('2024-01-17', 2);
  await store.sparse.remember(dayOf('2024-01-17'));
  expect(richer('2024-01-18', 2)).toEqual({ day: '2024-01-16', codes: 9 });
  await store.sparse.stand(dayOf('2024-01-17'));
  expect(richer('2024-01-18', 2)).toBeUndefined();
});

test('of days that came together no file is read', () => {
  const came = new Map([[dayOf('2024-01-16'), 9]]);
  expect(richer('2024-01-17', 2, came)).toEqual({ day: '2024-01-16', codes: 9 });
});
