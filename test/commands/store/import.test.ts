import { expect, test } from 'vitest';
import { keepUnlessHeld } from '../../../src/commands/store/import.ts';
import { holdingsAt } from '../../fetch/holdings-at.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { ratesOf } from '../../support/rates.ts';

const { signal } = new AbortController();

const openIn = (root: string) => holdingsAt({ root, now: () => Date.parse('2024-03-10T12:00:00Z') });
const given = ratesOf('2024-01-17', { EUR: 0.9, USD: 1 });

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
