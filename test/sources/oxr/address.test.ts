import { expect, test } from 'vitest';
import { runOver } from '../../../src/calendar/runs.ts';
import { type Query, urlOf } from '../../../src/sources/oxr/responses.ts';
import { code, codes, day } from '../../support/rates.ts';

const month = runOver([day('2024-01-01'), day('2024-01-31')]);
const one = runOver([day('2024-01-17')]);
const plain: Query = { scope: 'days', run: one, alternative: false, prettyprint: false };

test.each<[what: string, ask: Partial<Query>, address: string]>([
  ['a day lies in the path', {}, 'historical/2024-01-17.json?prettyprint=0'],
  [
    'a series has its first and last day in the query',
    { scope: 'range', run: month },
    'time-series.json?start=2024-01-01&end=2024-01-31&prettyprint=0',
  ],
  [
    'base, symbols and booleans are sent where they are asked for',
    { base: code('CHF'), symbols: codes('GBP,EUR'), alternative: true, prettyprint: true },
    'historical/2024-01-17.json?base=CHF&symbols=GBP,EUR&show_alternative=1&prettyprint=1',
  ],
])('%s', (_what, ask, address) =>
  expect(urlOf({ ...plain, ...ask }, 'https://rates.example/api').href).toBe(`https://rates.example/api/${address}`),
);
