import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff, retryAfter as retryAfterIn } from '../../src/http/retry.ts';
import { mostAttempts } from '../../src/sources/oxr/source.ts';
import { always } from '../support/always.ts';
import { cases } from '../support/cases.ts';

const retryAfter = (header: string | undefined) => retryAfterIn({ headers: { 'retry-after': header } }, now);
const now = Date.parse('2024-01-17T12:00:00Z');
const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const tries = Array.from({ length: mostAttempts - 1 }, (_, index) => index + 1);

describe('the wait after a failed try', () => {
  test('is a second at the least and grows with every try, whatever the jitter, which is not the same for everybody', async () => {
    await always([fc.constantFrom(...tries), jitter, jitter], (tried, one, other) => {
      expect(backoff(tried, one)).toBeGreaterThanOrEqual(1000);
      expect(backoff(tried + 1, one)).toBeGreaterThan(backoff(tried, other));
    });
    expect(backoff(1, 0.9)).toBeGreaterThan(backoff(1, 0.1));
  });

  test('is in all less than half a minute', () =>
    expect(tries.reduce((sum, tried) => sum + backoff(tried, 0.999), 0)).toBeLessThan(30_000));
});

describe('a Retry-After', () => {
  const asked = cases(`
    0 = 0   120 = 120000   Wed, 17 Jan 2024 12:00:30 GMT = 30000   Wed, 17 Jan 2024 11:00:00 GMT = 0
  `).map(([header, wait]): [string | undefined, number | undefined] => [header, Number(wait)]);
  const none = [undefined, '', 'soon'].map((header): [string | undefined, undefined] => [header, undefined]);

  test.each([...asked, ...none, [' 7 ', 7000] as const])('%j asks to wait %j ms', (header, wait) =>
    expect(retryAfter(header)).toBe(wait),
  );

  test.each(['Sat, 13 Sep 275760 00:00:00 GMT', '9'.repeat(400), '1000000000'])('of %s is far and a time', (header) => {
    const until = new Date(now + 1 + (retryAfter(header) ?? 0));
    expect(until.getUTCFullYear()).toBeGreaterThan(2050);
  });
});
