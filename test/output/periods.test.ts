import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, monthOf } from '../../src/calendar/day.ts';
import type { Document, PeriodsOfRange } from '../../src/output/format.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
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
    const written = (await pieces(days)).filter((piece) => piece.length > 0);
    const months = written.map((text) => JSON.parse(String(text)).period);
    expect(months).toEqual([...new Set(days.map((each) => monthOf(each.day)))]);
  });
});
