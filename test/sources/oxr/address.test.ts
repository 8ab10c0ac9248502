import { expect, test } from 'vitest';
import { parseDay } from '../../../src/calendar/day.ts';
import type { DayRun } from '../../../src/calendar/runs.ts';
import type { Code } from '../../../src/rates/code.ts';
import { addressOf, type Query } from '../../../src/sources/oxr/address.ts';

const day = (text: string) => parseDay(text) ?? expect.unreachable();
const month: DayRun = { first: day('2024-01-01'), last: day('2024-01-31'), length: 31 };
const one: DayRun = { first: day('2024-01-17'), last: day('2024-01-17'), length: 1 };
const plain: Query = { wanted: 'days', run: one, alternative: false, prettyprint: false };

const address = (ask: Partial<Query>) => addressOf({ ...plain, ...ask }, 'https://rates.example/api').href;

test('a day lies in the path', () =>
  expect(address({})).toBe('https://rates.example/api/historical/2024-01-17.json?prettyprint=0'));

test('a series has its first and last day in the query', () =>
  expect(address({ wanted: 'range', run: month })).toBe(
    'https://rates.example/api/time-series.json?start=2024-01-01&end=2024-01-31&prettyprint=0',
  ));

test('base, symbols and booleans are sent where they are asked for', () => {
  const symbols = ['GBP', 'EUR'] as Code[];
  expect(address({ base: 'CHF' as Code, symbols, alternative: true, prettyprint: true })).toBe(
    'https://rates.example/api/historical/2024-01-17.json?base=CHF&symbols=GBP,EUR&show_alternative=1&prettyprint=1',
  );
});
