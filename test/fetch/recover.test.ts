import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import type { StoredDays } from '../../src/fetch/stored-days.ts';
import type { JournalEntry } from '../../src/store/journal.ts';
import { reportOf } from '../report/told.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { storedAt } from './stored-at.ts';

const first = '2024-01-01' as Day;
const now = startOf('2024-03-15' as Day);

const knownAt = (root: string, time = now, store = 'store') => storedAt({ root, store, now: () => time });

const recoverLeft = (known: StoredDays) => known.recover(new AbortController().signal, '');

/** The answer to a request for four days, as it comes. */
function arrival(days: Readonly<Record<string, unknown>>, received = now): JournalEntry {
  const body = JSON.stringify({ base: 'USD', rates: days });
  const run = { first, last: addDays(first, 3), length: 4 };
  return { scope: 'range', run, received, body: Buffer.from(body) };
}

const four = Object.fromEntries([0, 1, 2, 3].map((at) => [addDays(first, at), { EUR: 0.9 + at / 100 }]));
const lastOf = (days: number) => addDays(first, days);
const statesOf = (known: StoredDays) => [0, 1, 2, 3].map((at) => known.stateOf(lastOf(at)));

/** One process puts it there and dies, the next one makes its days held. */
async function afterKill(put: JournalEntry, root = temporaryFolder()): Promise<StoredDays> {
  await knownAt(root).receiver.journal.write(put);
  const known = knownAt(root);
  await recoverLeft(known);
  return known;
}

test.each([
  ['a day that it lacks is in doubt', 1, now, ['stored', 'missing', 'stored', 'stored'], [1]],
  [
    'a day that had not finished when it came is not held, and no gap',
    3,
    startOf(lastOf(2)) + 3_600_000,
    ['stored', 'stored', 'missing', 'missing'],
    [],
  ],
])('%s', async (_what, lacking, came, states, gaps) => {
  const { [lastOf(lacking)]: _, ...three } = four;
  const known = await afterKill(arrival(three, came));
  expect(statesOf(known)).toEqual(states);
  expect([0, 1, 2, 3].filter((at) => known.wasUnavailable(lastOf(at)))).toEqual(gaps);
});

test.each([
  ['that was cut off', Buffer.from('{"base":"USD","rates":{"2024-01-01":{"EUR":0.9')],
  ['of zeros', Buffer.alloc(4096)],
  ['with another base', Buffer.from('{"base":"EUR","rates":{"2024-01-01":{"USD":1.1}}}')],
])('an answer %s is discarded, but not while it may still be written', async (_name, body) => {
  for (const [came, left] of [
    [now - 1000, 1],
    [now - 120_000, 0],
  ] as const) {
    const known = await afterKill({ ...arrival({}, came), body });
    expect(statesOf(known)).toEqual(['missing', 'missing', 'missing', 'missing']);
    expect(readdirSync(known.store.places.journal)).toHaveLength(left);
  }
});

test('a file that a power cut has torn is replaced without a word', async () => {
  const root = temporaryFolder();
  const { days, damaged } = knownAt(root).store.places;
  mkdirSync(days, { recursive: true });
  for (const [at, torn] of ['', '{\n  "base": "USD"', '\0'.repeat(200)].entries())
    writeFileSync(join(days, `${lastOf(at)}.json`), torn);
  const known = await afterKill(arrival(four), root);
  expect(known.store.read(lastOf(1))?.rates).toEqual(new Map([['EUR', 0.91]]));
  expect(statesOf(known)).toEqual(['stored', 'stored', 'stored', 'stored']);
  expect(existsSync(damaged)).toBe(false);
  expect(reportOf(known)).toEqual([]);
});
