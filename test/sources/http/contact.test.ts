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

  test('is tried three times', () => {
    const contact = new FirstContact(5);
    expect(contact.failed(0, 10, 0)).toBe(1000);
    expect(contact.failed(1010, 1020, 0)).toBe(1500);
    expect(contact.failed(2520, 2530, 0)).toBe(never);
  });

  test('is tried no more often than others are', () => {
    const contact = new FirstContact(2);
    expect(contact.failed(0, 10, 0)).toBe(1000);
    expect(contact.failed(1010, 1020, 0)).toBe(never);
  });

  test('is tried no more once three seconds have passed: its failures are slow', () => {
    const contact = new FirstContact(5);
    expect(contact.failed(0, 5000, 0)).toBe(1000);
    expect(contact.failed(6000, 8001, 0)).toBe(never);
  });

  test('fails once for all requests that were under way, the slow ones as well', () => {
    const contact = new FirstContact(5);
    for (const now of [10, 11, 900]) expect(contact.failed(0, now, 0)).toBe(1000);
    expect(contact.failed(1010, 1020, 0)).toBe(1500);
    expect(contact.failed(0, 1030, 0)).toBe(1500);
    for (const now of [2530, 2540]) expect(contact.failed(2520, now, 0)).toBe(never);
  });

  test('is tried anew for who comes after that', () => {
    const contact = new FirstContact(2);
    contact.failed(0, 10, 0);
    contact.failed(1010, 1020, 0);
    expect(contact.failed(60_000, 60_010, 0)).toBe(1000);
  });
});
