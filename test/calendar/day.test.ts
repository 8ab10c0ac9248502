import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, countDays, dayAt, eachDay, parseDay, startOf } from '../../src/calendar/day.ts';
import { always, alwaysIn } from '../support/always.ts';
import { anyDay } from './any.ts';

const dayLength = 86_400_000;

/** Any day as somebody may write it, most of them real. */
const anyDate = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => ({ year, month, day }));

const pad = (number: number, width: number) => String(number).padStart(width, '0');
const written = ({ year, month, day }: { year: number; month: number; day: number }) =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

/** What the calendar says, reckoned apart from `Date`. */
function isReal({ year, month, day }: { year: number; month: number; day: number }): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

describe('a day that is read', () => {
  test('is one that the calendar has, and no other', () =>
    alwaysIn(2000, [anyDate], (date) => {
      expect(parseDay(written(date))).toBe(isReal(date) ? written(date) : undefined);
    }));

  test('is written as YYYY-MM-DD and not otherwise', () => {
    for (const text of [
      ...['', '20240101', '2024-1-1', '2024/01/01', ' 2024-01-01', '2024-01-01\n', '2024-01-01T00:00:00Z'],
      ...['+02024-01-01', '-2024-01-01', '٢٠٢٤-٠١-٠١'],
    ])
      expect(parseDay(text), JSON.stringify(text)).toBeUndefined();
  });
});

describe('reckoning in days', () => {
  test('a moment lies in its UTC day, from the first millisecond to the last', () =>
    always([anyDay, fc.integer({ min: 0, max: dayLength - 1 })], (day, since) => {
      expect(dayAt(startOf(day) + since)).toBe(day);
    }));

  test('a range has both ends and each day between them once, in order, and none where it ends before it begins', () =>
    always([anyDay, fc.integer({ min: -500, max: 500 })], (first, more) => {
      const last = addDays(first, more);
      expect(countDays(first, last)).toBe(Math.max(0, more + 1));
      const each = Array.from({ length: countDays(first, last) }, (_, at) => addDays(first, at));
      expect([...eachDay(first, last)]).toEqual(each);
    }));
});
