import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, monthOf } from '../../src/calendar/day.ts';
import { type Document, inPeriods, type PeriodDocument } from '../../src/output/format.ts';
import { formatNames, formats, openFormat } from '../../src/output/formats.ts';
import { ndjsonOfPeriods } from '../../src/output/json.ts';
import type { Periods } from '../../src/periods/figures.ts';
import { always } from '../support/always.ts';
import { codes, day, documentOf, ratesOf } from './days.ts';

function periodsOf(periods: Partial<Periods> = {}, more: Partial<Document> = {}): PeriodDocument {
  const range = { start: day('2024-01-01'), end: day('2024-12-31') };
  const weekly = { every: 'week', take: 'mean', weekdays: false } as const;
  return { ...documentOf(more), kind: { of: 'periods', ...range, ...weekly, ...periods } };
}

/** A Saturday, a Sunday, and a Monday in the next week. */
const three = [
  ratesOf('2024-01-06', { EUR: 0.9, GBP: 0.8 }),
  ratesOf('2024-01-07', { EUR: 0.92, GBP: 0.7 }),
  ratesOf('2024-01-08', { EUR: 0.95 }),
];

test('each format of text writes each period, complete with its last day', async () => {
  for (const name of formatNames.filter((each) => !formats[each].binary)) {
    const formatter = await openFormat(name, periodsOf({ take: 'max' }, { symbols: codes('EUR,GBP') }));
    const text = three.map((each) => formatter.day(each)).join('') + [...formatter.end()].join('');
    expect(text, name).toContain('0.92');
    expect(text, name).toContain('0.95');
    expect(text.endsWith('\n')).toBe(true);
  }
});

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
