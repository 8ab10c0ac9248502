import { expect, test } from 'vitest';
import { centralBank } from '../../../src/sources/ecb/source.ts';

const visitor = { baseUrl: 'http://127.0.0.1:1', timeout: 1, tries: 1, env: {}, now: Date.now };

test.each([
  ['2024-01-17T14:59:59Z', '2024-01-16'],
  ['2024-01-17T15:00:00Z', '2024-01-17'],
  ['2024-01-18T00:00:00Z', '2024-01-17'],
])('at %s the rates of %s should be there, and none of a later day', (now, due) =>
  expect(centralBank(visitor).calendar.due(Date.parse(now))).toBe(due),
);
