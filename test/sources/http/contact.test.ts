import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FirstContact, untilNextTry } from '../../../src/sources/http/contact.ts';
import { always } from '../../support/always.ts';

const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('two waits are a second at least, growing, and end within three', async () => {
  await always([jitter, jitter], (one, other) => {
    const waits = [untilNextTry(1, one), untilNextTry(2, other)] as const;
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBeGreaterThan(waits[0]);
    expect(waits[0] + waits[1]).toBeLessThan(3000);
  });
  expect(untilNextTry(1, 0.9)).toBeGreaterThan(untilNextTry(1, 0.1));
});

describe('a service that cannot be reached', () => {
  const never = Number.POSITIVE_INFINITY;

  /** When each try began and ended, and how long to wait then. */
  test.each([
    ['is tried three times', 5, '0 10 1000, 1010 1020 1500, 2520 2530 Infinity'],
    ['is tried no more often than others are', 2, '0 10 1000, 1010 1020 Infinity'],
    ['is tried no more once three seconds have passed: its failures are slow', 5, '0 5000 1000, 6000 8001 Infinity'],
    ['is tried anew for who comes after that', 2, '0 10 1000, 1010 1020 Infinity, 60000 60010 1000'],
  ])('%s', (_, most, tries) => {
    const contact = new FirstContact(most);
    for (const each of tries.split(', ')) {
      const [began = 0, ended = 0, wait] = each.split(' ').map(Number);
      expect(contact.failed(began, ended, 0)).toBe(wait);
    }
  });

  test('fails once for all requests that were under way, the slow ones as well', () => {
    const contact = new FirstContact(5);
    for (const now of [10, 11, 900]) expect(contact.failed(0, now, 0)).toBe(1000);
    expect(contact.failed(1010, 1020, 0)).toBe(1500);
    expect(contact.failed(0, 1030, 0)).toBe(1500);
    for (const now of [2530, 2540]) expect(contact.failed(2520, now, 0)).toBe(never);
  });
});
