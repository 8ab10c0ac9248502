import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays, type Day } from '../../../src/calendar/day.ts';
import { holesIn, storedText } from '../../../src/commands/store/info.ts';
import { anyDay, asDay } from '../../calendar/any.ts';
import { always } from '../../support/always.ts';

const anyDays = fc.uniqueArray(anyDay, { minLength: 1, maxLength: 120 }).map((days) => days.sort());

test('holes are the days between the first and the last that are not among them', () =>
  always([anyDays], (days) => {
    const missing = holesIn(days).reduce((sum, { first, last, length }) => {
      expect(countDays(first, last)).toBe(length);
      return sum + length;
    }, 0);
    expect(missing).toBe(countDays(days[0] as Day, days.at(-1) as Day) - days.length);
  }));

test('a store is told within 80 columns, a line for each year with all of its days', () =>
  always([anyDays, fc.boolean()], (days, ascii) => {
    const [, , ...years] = storedText({ name: 'a', days, bytes: 1e9 }, { ascii, width: 80 }).trimEnd().split('\n');
    expect(years.every((line) => line.length <= 80)).toBe(true);
    expect(years.reduce((sum, line) => sum + Number(line.slice(22).split(' ')[0]), 0)).toBe(days.length);
  }));

test('a month is a full block, a part of one, a dot, or blank outside of what is stored', () => {
  const days = Array.from({ length: 61 }, (_, at) => addDays(asDay('2024-02-01'), at)).filter(
    (day) => !day.startsWith('2024-03'),
  );
  const more = [...days, asDay('2024-06-30')].sort();
  const text = (ascii: boolean, width = 80) =>
    storedText({ name: 'demo-1/historical', days: more, bytes: 4000 }, { ascii, width });
  expect(text(false)).toBe(
    'demo-1/historical\n  31 days, 2024-02-01 to 2024-06-30, 2 holes, 4 kB\n  2024   █·▁·▁        31 of 366\n',
  );
  expect(text(true)).toContain('  2024   #.+.+        31 of 366\n');
  expect(text(false, 40)).toContain('\n  31 days, 2024-02-01 to 2024-06-30, 2\n  holes, 4 kB\n');
});
