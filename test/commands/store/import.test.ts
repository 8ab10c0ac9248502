import { expect, test } from 'vitest';
import { keepUnlessHeld } from '../../../src/commands/store/import.ts';
import { Holdings } from '../../../src/fetch/holdings.ts';
import { storePlaces } from '../../../src/store/places.ts';
import { ratesOf } from '../../output/days.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { publisher } from '../../support/scripted-service.ts';

const { signal } = new AbortController();

/** What one process knows of the store in this folder. */
function openIn(folder: string): Holdings {
  return new Holdings({
    source: publisher,
    places: storePlaces(folder, folder, 'host/api', false),
    now: () => Date.parse('2024-03-10T12:00:00Z'),
    onDamaged: () => {},
    refresh: false,
    offline: false,
    onTrouble: () => {},
  });
}

const given = ratesOf('2024-01-17', { EUR: 0.9, USD: 1 });

test('a day that is not held is held then', async () => {
  const holdings = openIn(temporaryFolder());
  expect(await keepUnlessHeld(given, holdings, signal)).toBeUndefined();
  expect(holdings.store.read(given.day)).toMatchObject({ rates: given.rates });
});

test('a day that another process stores while the claim is waited for stays as it stored it', async () => {
  const folder = temporaryFolder();
  const [holdings, other] = [openIn(folder), openIn(folder)];
  const paidFor = ratesOf('2024-01-17', { EUR: 0.8, USD: 1 });
  let waiting: ReturnType<typeof keepUnlessHeld> | undefined;
  await other.claims.holding('2024-01', signal, async () => {
    waiting = keepUnlessHeld(given, holdings, signal);
    await other.store.keep(paidFor, undefined);
  });
  expect(await waiting).toMatchObject({ rates: paidFor.rates });
  expect(holdings.store.read(given.day)).toMatchObject({ rates: paidFor.rates });
});

test('a day that is held needs no claim', async () => {
  const folder = temporaryFolder();
  const [holdings, other] = [openIn(folder), openIn(folder)];
  await other.store.keep(given, undefined);
  await other.claims.holding('2024-01', signal, async () => {
    expect(await keepUnlessHeld(given, holdings, signal)).toMatchObject({ rates: given.rates });
  });
});
