import { expect, test } from 'vitest';
import type { StoredDays } from '../../src/fetch/stored-days.ts';
import { reportInterrupted, reportReceived } from '../../src/report/received.ts';
import type { Reporter } from '../../src/report/reporter.ts';
import { listener } from './told.ts';

const none = new Set();
const maps = { changed: new Map(), contradicted: new Map(), unwritten: new Map(), lost: new Map() };
const nothing = { putAside: none, gone: none, incomplete: [], notFinal: none, ...maps };
const full = new Error('disk full');

function toldOfKept(more: object): string[] {
  const reporter = listener();
  const receiver = { takeReceived: () => ({ ...nothing, ...more }) };
  const stored = { receiver, store: { places: { replaced: '/replaced' } } } as unknown as StoredDays;
  reportReceived(stored, reporter as unknown as Reporter);
  return reporter.told;
}

test('days that are kept as they came are nothing to tell', () => expect(toldOfKept({})).toEqual([]));

const days = (...dates: readonly string[]) => new Set(dates);
const failed = (...dates: readonly string[]) => new Map(dates.map((date) => [date, full]));

test.each([
  [
    { unwritten: failed('2024-01-02', '2024-01-01'), lost: failed('2024-01-03') },
    'problem 2 days could not be stored: 2024-01-01 to 2024-01-02: disk full',
    'problem 1 day could not be stored and will be charged again: 2024-01-03: disk full',
  ],
  [{ notFinal: days('2024-01-02') }, "problem 1 day not stored, unfinished by the service's clock: 2024-01-02"],
])('%o are told', (days, ...told) => expect(toldOfKept(days)).toEqual(told));

test.each([
  [0, false, []],
  [1, false, ['note 1 day is stored; run the same command again to continue']],
  [24, false, ['note 24 days are stored; run the same command again to continue']],
  [24, true, ['note 24 days are stored']],
])('an interrupt after %i stored days, with all of them asked for anew: %s', (stored, refresh, told) => {
  const reporter = listener();
  const days = { receiver: { stored }, refresh } as unknown as StoredDays;
  reportInterrupted(days, reporter as unknown as Reporter);
  expect(reporter.told).toEqual(told);
});
