import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, monthOf } from '../../src/calendar/day.ts';
import { type Document, inPeriods, type PeriodDocument } from '../../src/output/format.ts';
import { ndjsonOfPeriods } from '../../src/output/json.ts';
import type { Periods } from '../../src/periods/figures.ts';
import { always } from '../support/always.ts';
import { day, documentOf, ratesOf } from './days.ts';

function periodsOf(periods: Partial<Periods> = {}, more: Partial<Document> = {}): PeriodDocument {
  const range = { start: day('2024-01-01'), end: day('2024-12-31') };
  const weekly = { every: 'week', take: 'mean', weekdays: false } as const;
  return { ...documentOf(more), kind: { of: 'periods', ...range, ...weekly, ...periods } };
}

test('a period is written as soon as the next one begins', () => {
  const rate = fc.integer({ min: 1, max: 999 });
  return always([fc.array(rate, { minLength: 1, maxLength: 120 })], (rates) => {
    const formatter = inPeriods(ndjsonOfPeriods, periodsOf({ every: 'month' }));
    const days = rates.map((EUR, at) => ratesOf(addDays(day('2024-01-20'), at), { EUR }));
    const written = days.map((each) => [each.day, formatter.day(each)] as const);
    for (const [at, [date, text]] of written.entries()) {
      const before = days[at - 1]?.day;
      const isNext = before !== undefined && monthOf(before) !== monthOf(date);
      expect(text).toBe(isNext ? text : '');
      if (isNext) expect(JSON.parse(String(text)).period).toBe(monthOf(before));
    }
  });
});
