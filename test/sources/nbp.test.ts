import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Day, eachDay, isWeekend, runOver } from '../../src/calendar/day.ts';
import { FailedAttempt } from '../../src/http/client.ts';
import { isWorkingDay, parseTables } from '../../src/sources/nbp.ts';
import { tableOf } from '../support/bank-of-poland.ts';

const run = runOver(['2024-01-15', '2024-01-19'] as Day[] as [Day, ...Day[]]);
const read = (json: unknown) => parseTables(Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)), run);
const table = tableOf('2024-01-15', { USD: 3.677, EUR: 4.25 });

test('each table has its rates by code, relative to the złoty that they are quoted in', () => {
  const tables = read([table, tableOf('2024-01-16')]);
  expect([...tables.keys()]).toEqual(['2024-01-15', '2024-01-16']);
  const [day] = tables.values();
  expect(day).toMatchObject({ day: '2024-01-15', quote: 'PLN', table: '015/A/NBP/2024', isFinal: true });
  expect([...(day?.rates ?? [])]).toEqual([
    ['EUR', 4.25],
    ['USD', 3.677],
  ]);
  expect(read([]).size).toBe(0);
});

test.each([
  ['a page', '<!doctype html>', 'not JSON'],
  ['half of it', JSON.stringify([table]).slice(0, -30), 'not JSON'],
  ['an object', table, 'not a list of tables'],
  ['a number', [7], 'something other than tables'],
  ['another table', [{ ...table, table: 'C' }], 'another table than A'],
  ['no day', [{ ...table, effectiveDate: '2024-01-32' }], 'has no day'],
  ['no number', [{ ...table, no: '' }], 'has no number'],
  ['another day', [table, tableOf('2024-01-22')], 'a table of 2024-01-22, which was not requested'],
  ['a day twice', [table, table], 'two tables of 2024-01-15'],
  ['no rates', [{ ...table, rates: [] }], 'has no readable rate'],
  ['a line without a code', [{ ...table, rates: [{ mid: 1 }] }], 'has no code'],
])('%s is no answer', (_what, json, reason) => {
  expect(() => read(json)).toThrow(FailedAttempt);
  expect(() => read(json)).toThrow(reason);
});

const path = join(import.meta.dirname, '../../../../shared/data/recorded/nbp/A-2026-03-01-2026-03-05.json');
const orSkipped = existsSync(path) ? '' : ' (skipped: they are not there)';

test.skipIf(orSkipped)(`recorded tables are read digit for digit${orSkipped}`, () => {
  const text = readFileSync(path, 'utf8');
  const recorded = runOver(['2026-03-01', '2026-03-05'] as Day[] as [Day, ...Day[]]);
  const tables = [...parseTables(Buffer.from(text), recorded).values()];
  const numbers = tables.map(({ day, rates, table }) => `${day} ${rates.size} ${table}`);
  expect(numbers).toEqual([2, 3, 4, 5].map((day) => `2026-03-0${day} 32 04${day - 1}/A/NBP/2026`));
  const published = Array.from(
    text.matchAll(/"code":"(\w+)","mid":([\d.]+?)0*\}/g),
    ([, code, mid]) => `${code} ${mid}`,
  );
  const read = tables.flatMap(({ rates }) => [...rates].map(([code, rate]) => `${code} ${rate}`));
  expect(read.sort()).toEqual(published.sort());
});

test.each([
  [2010, '01-01 04-05 05-03 06-03 11-01 11-11'],
  [2011, '01-06 04-25 05-03 06-23 08-15 11-01 11-11 12-26'],
  [2024, '01-01 04-01 05-01 05-03 05-30 08-15 11-01 11-11 12-25 12-26'],
  [2025, '01-01 01-06 04-21 05-01 06-19 08-15 11-11 12-24 12-25 12-26'],
])('in %i the weekdays without a table are %s', (year, days) => {
  const all = [...eachDay(`${year}-01-01` as Day, `${year}-12-31` as Day)];
  const off = all.filter((day) => !isWeekend(day) && !isWorkingDay(day));
  expect(off.map((day) => day.slice(5)).join(' ')).toBe(days);
});
