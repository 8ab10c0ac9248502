import { join } from 'node:path';
import { expect, test } from 'vitest';
import { richerIn } from '../../src/store/neighbours.ts';
import { storePlaces } from '../../src/store/places.ts';
import { Store } from '../../src/store/store.ts';
import { day as dayOf, ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('the nearest day is the measure, whatever it has itself', async () => {
  const root = temporaryFolder();
  const places = storePlaces({ store: join(root, 'store'), state: join(root, 'state'), service: 'host' });
  const store = new Store({ places, now: Date.now, reporter: { problem: () => {} } });
  const codes = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III'];
  const hold = (day: string, count: number) =>
    store.keep(ratesOf(day, Object.fromEntries(codes.slice(0, count).map((code) => [code, 1]))), undefined);
  const richer = (day: string, count: number) => richerIn(store, new Map())(dayOf(day), count);

  await hold('2024-01-16', 9);
  await hold('2024-01-17', 2);
  expect(richer('2024-01-17', 2)).toEqual({ day: '2024-01-16', codes: 9 });
  expect(richer('2024-01-18', 2)).toBeUndefined();
});
