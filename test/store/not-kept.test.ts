import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Day, startOf } from '../../src/calendar/day.ts';
import { dayFileText } from '../../src/store/day-file.ts';
import { storePlaces } from '../../src/store/places.ts';
import { Store } from '../../src/store/store.ts';
import { ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const day = '2024-01-17' as Day;
const noon = startOf('2024-01-20' as Day) + 43_200_000;

function opened() {
  const root = temporaryFolder();
  const places = storePlaces(join(root, 'store'), join(root, 'state'), 'host/api', false);
  const store = new Store({ places, now: () => noon, onDamaged: () => {} });
  return { store, places, path: join(places.days, `${day}.json`) };
}

const rates = (eur: number) => ratesOf(day, { EUR: eur, USD: 1 });

test('a held day stays as it is where its older file cannot be kept aside', async () => {
  const { store, places, path } = opened();
  const older = dayFileText(rates(0.1));
  mkdirSync(places.days, { recursive: true });
  writeFileSync(path, older);
  mkdirSync(dirname(places.older), { recursive: true });
  writeFileSync(places.older, 'no folder');
  await expect(store.keep(rates(0.2), noon)).rejects.toThrow(/^cannot write in .*older/);
  expect(readFileSync(path, 'utf8')).toBe(older);
});

describe('where a day cannot be written', () => {
  test.each([
    ['it is held in this process alone', noon, true],
    ['it is not held there where it ran by the service', startOf(day) + 43_200_000, false],
  ])('%s', (_name, served, isHeld) => {
    const { store, path } = opened();
    store.lend(rates(0.9), served);
    expect(store.holds(day)).toBe(isHeld);
    expect(store.read(day)).toEqual(isHeld ? rates(0.9) : undefined);
    expect(existsSync(path)).toBe(false);
  });
});
