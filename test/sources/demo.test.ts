import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, firstDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { plain } from '../../src/rates/decimal.ts';
import { demoVersion } from '../../src/sources/demo.ts';
import { demoDay, demoTables } from '../../src/sources/demo-rates.ts';
import { alwaysIn } from '../support/always.ts';

const anyDay = fc.integer({ min: 0, max: 11_000 }).map((count) => addDays(firstDay, count));
const tables = demoTables();
const demoRates = (day: Day, alternative: boolean) =>
  demoDay(tables, day, Date.UTC(2040), alternative)?.rates ?? new Map<Code, number>();
const codes = (day: string) => [...demoRates(day as Day, false).keys()];

test('a change of any rate needs a new version, under which its days are kept', () => {
  const hash = createHash('sha256');
  for (let day = firstDay; day < '2030'; day = addDays(day, 13)) hash.update(JSON.stringify([...demoRates(day, true)]));
  expect({ [demoVersion]: hash.digest('hex').slice(0, 16) }).toEqual({ 1: '09bbb709b2fcb9f9' });
});

test.each([
  ['BTC', '2009-01-02', '2009-01-03'],
  ['ZWG', '2024-08-31', '2024-09-01'],
  ['VES', '2018-08-19', '2018-08-20'],
  ['VEF', '2018-08-20', '2018-08-19'],
])('%s is not there on %s, and is on %s', (code, without, having) =>
  expect([without, having].map((day) => codes(day).includes(code as Code))).toEqual([false, true]),
);

const metals = ['XAG', 'XAU', 'XPD', 'XPT'];
const coins = ['BTC', 'DASH', 'DOGE', 'ETH', 'LTC', 'NMC', 'PPC', 'XMR', 'XRP'];

test('every rate is positive, finite and published to its places', () =>
  alwaysIn(50, [anyDay], (day) => {
    for (const [code, rate] of demoRates(day, true)) {
      expect(rate, code).toBeGreaterThan(0);
      const places = plain(rate).split('.')[1]?.length ?? 0;
      expect(places, code).toBeLessThanOrEqual(coins.includes(code) ? 12 : metals.includes(code) ? 8 : 6);
    }
  }));

const daysAt = (now: string, ...days: string[]) =>
  days.map((day) => demoDay(tables, day as Day, Date.parse(now), false));

test('the days are those from the first to the current one, and no other', () => {
  const days = ['1998-12-31', '1999-01-01', '2026-11-19', '2026-11-20', '2026-11-21'];
  const made = daysAt('2026-11-20T10:20:30Z', ...days);
  expect(made.map((day) => day?.day)).toEqual([undefined, ...days.slice(1, 4), undefined]);
  expect(made.slice(2, 4).map((day) => new Date((day?.timestamp ?? 0) * 1000).toISOString())).toEqual([
    '2026-11-19T23:59:58.000Z',
    '2026-11-20T10:00:00.000Z',
  ]);
});
