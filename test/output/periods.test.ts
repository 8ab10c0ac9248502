import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, isWeekend, monthOf } from '../../src/calendar/day.ts';
import type { Document, PeriodsOfRange } from '../../src/output/format.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { code } from '../support/rates.ts';
import { day, documentOf, noFindings, piecesOf, ratesOf } from './days.ts';

function inNdjson(periods: Partial<PeriodsOfRange> = {}, more: Partial<Document> = {}) {
  const range = { start: day('2024-01-01'), end: day('2024-12-31'), calendar: { publishes: () => true } };
  const weekly = { every: 'week', take: 'mean', weekdays: false } as const;
  const kind = { of: 'periods', ...range, ...weekly, ...periods } as const;
  const document = { ...documentOf(more), kind };
  const findings = noFindings();
  return {
    problems: findings.problems,
    pieces: (days: readonly DayRates[]) =>
      piecesOf(
        'ndjson',
        days.map((each) => ({ days: [each] })),
        document,
        findings,
      ),
  };
}

test('a period is written as soon as the next one begins', async () => {
  const rate = fc.integer({ min: 1, max: 999 });
  return always([fc.array(rate, { minLength: 1, maxLength: 120 })], async (rates) => {
    const { pieces } = inNdjson({ every: 'month' });
    const days = rates.map((EUR, at) => ratesOf(addDays(day('2024-01-20'), at), { EUR }));
    const months = (await pieces(days)).map((text) => JSON.parse(String(text)).period);
    expect(months).toEqual([...new Set(days.map((each) => monthOf(each.day)))]);
  });
});

test('each figure says on how many of the publishing days it rests, and fewer than half are a problem', () => {
  const first = day('2024-01-01');
  // of each day whether it is asked for, published by the calendar, and has the rates
  const anyDay = fc.record({ closed: fc.boolean(), EUR: fc.boolean(), GBP: fc.boolean(), missing: fc.boolean() });
  const options = [fc.array(anyDay, { minLength: 1, maxLength: 100 }), fc.nat(40), fc.boolean()] as const;
  return always([...options], async (course, cut, weekdays) => {
    const start = addDays(first, cut);
    const asked = course
      .map((of, at) => ({ ...of, day: addDays(start, at) }))
      .filter((each) => !(weekdays && isWeekend(each.day)));
    const end = addDays(start, course.length - 1);
    const closed = new Set(asked.filter((each) => each.closed).map((each) => each.day));
    const calendar = { publishes: (each: Day) => !closed.has(each) };
    const symbols = [code('EUR'), code('GBP')];
    const { pieces, problems } = inNdjson({ every: 'month', weekdays, start, end, calendar }, { symbols });

    const rated = asked.filter((each) => !each.missing);
    const days = rated.map(({ day, EUR, GBP }) => ratesOf(day, { ...(EUR && { EUR: 1.1 }), ...(GBP && { GBP: 0.8 }) }));
    const rows = (await pieces(days))
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const months = new Set(rated.map((each) => monthOf(each.day)));
    const expected = [...months].flatMap((month) =>
      symbols.map((symbol) => {
        const ofMonth = asked.filter((each) => monthOf(each.day) === month);
        const days = ofMonth.filter((each) => !each.missing && each[symbol as 'EUR' | 'GBP']).length;
        return { month, symbol, days, of: ofMonth.filter((each) => !each.missing || !each.closed).length };
      }),
    );
    expect(rows.map(({ period, quote, days, of }) => [period, quote, days, of])).toEqual(
      expected.filter(({ days }) => days > 0).map(({ month, symbol, days, of }) => [month, symbol, days, of]),
    );
    const few = symbols.filter((symbol) => {
      const own = expected.filter((each) => each.symbol === symbol);
      return own.some(({ days }) => days > 0) && own.some(({ days, of }) => days < of / 2);
    });
    const named = problems.map((line) => /USD\/(\w+) in/.exec(line)?.[1]);
    expect(named.toSorted()).toEqual(few);
  });
});
