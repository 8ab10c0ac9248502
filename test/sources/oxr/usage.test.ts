import { expect, test } from 'vitest';
import { parseUsage } from '../../../src/sources/oxr/responses.ts';
import { cases } from '../../support/cases.ts';

const usage = { requests: 1, requests_quota: 100, requests_remaining: 99 };

const seconds = cases(`
  hourly = 3600   30-minute = 1800   5-minute = 300   1-Minute = 60   60-minutes = 3600   3600s = 3600   90-seconds = 90
  600 = 600   86400s = 86400
`);
// anything else counts as an hour
const others = ['86401s', '99999-minute', '0-minute', '-5-minute', '5-minute or so', 'daily', '', null, {}];

test.each<[frequency: unknown, seconds: number | undefined]>([
  ...seconds.map(([frequency, seconds]): [unknown, number] => [frequency, Number(seconds)]),
  ...others.map((frequency): [unknown, number] => [frequency, 3600]),
  [600, 600],
  [undefined, undefined],
])('%j is published every %s seconds', (frequency, seconds) => {
  const body = JSON.stringify({ data: { plan: { name: 'A', update_frequency: frequency }, usage } });
  expect(parseUsage(body)?.updateFrequency).toBe(seconds);
});
