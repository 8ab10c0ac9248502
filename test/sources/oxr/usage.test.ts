import { expect, test } from 'vitest';
import { readUsage } from '../../../src/sources/oxr/usage.ts';

const usage = { requests: 1, requests_quota: 100, requests_remaining: 99 };

test.each([
  ['hourly', 3600],
  ['30-minute', 1800],
  ['5-minute', 300],
  ['1-Minute', 60],
  ['60-minutes', 3600],
  ['3600s', 3600],
  ['90-seconds', 90],
  ['600', 600],
  [600, 600],
  ['86400s', 86_400],
  // anything else counts as an hour
  ['86401s', 3600],
  ['99999-minute', 3600],
  ['0-minute', 3600],
  ['-5-minute', 3600],
  ['5-minute or so', 3600],
  ['daily', 3600],
  ['', 3600],
  [null, 3600],
  [{}, 3600],
  [undefined, undefined],
])('%j is published every %s seconds', (frequency, seconds) => {
  const body = JSON.stringify({ data: { plan: { name: 'A', update_frequency: frequency }, usage } });
  expect(readUsage(body)?.updateFrequency).toBe(seconds);
});

test('without a plan nothing is said of it', () => {
  expect(readUsage(JSON.stringify({ data: { usage } }))?.updateFrequency).toBeUndefined();
});
