import { expect, test } from 'vitest';
import { storeUnlessStored } from '../../../src/commands/store/import.ts';
import { storedAt } from '../../fetch/stored-at.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { ratesOf } from '../../support/rates.ts';

const { signal } = new AbortController();

const openIn = (root: string) => storedAt({ root, now: () => Date.parse('2024-03-10T12:00:00Z') });
const given = ratesOf('2024-01-17', { EUR: 0.9, USD: 1 });

test('a day that another process stores while the lock is waited for stays as it stored it', async () => {
  const folder = temporaryFolder();
  const [stored, other] = [openIn(folder), openIn(folder)];
  const paidFor = ratesOf('2024-01-17', { EUR: 0.8, USD: 1 });
  const lock = await other.locks.acquire(['2024-01'], signal);
  const waiting = storeUnlessStored(given, stored, signal);
  await other.store.storeRates(paidFor);
  await lock.release();
  expect(await waiting).toMatchObject({ rates: paidFor.rates });
  expect(stored.store.read(given.day)).toMatchObject({ rates: paidFor.rates });
});
