import { describe, expect, test } from 'vitest';
import { rowRates } from '../../src/annotate/compute.ts';
import { lastFinishedDay } from '../../src/calendar/day.ts';
import { type Unit, unitOf } from '../../src/currencies/units.ts';
import type { RateRule } from '../../src/rates/rules.ts';
import { code, day, ratesOf } from '../support/rates.ts';

const [eur, dollar] = ['EUR', 'USD'].map((text) => unitOf(code(text))) as [Unit, Unit];
/** A Saturday. */
const now = Date.parse('2024-06-15T12:00:00Z');

function ratesBy(rule: RateRule, euros: Readonly<Record<string, number>>, days: readonly string[] = []) {
  const rates = rowRates(days.map(day), rule, {
    now,
    finished: lastFinishedDay(now),
    calendar: { publishes: () => true },
  });
  for (const [text, rate] of Object.entries(euros)) rates.add(ratesOf(text, { EUR: rate }), new Set([eur.code]));
  const find = (text: string, from = dollar, to = eur) => rates.find(day(text), from, to);
  return { rates, find };
}

describe('the rate of a row', () => {
  test('is a mean of the days that are there, by the name of the period', () => {
    const { find, rates } = ratesBy('month-mean', { '2024-05-02': 0.7, '2024-05-31': 0.8 }, [
      '2024-05-17',
      '2024-06-12',
      '2024-06-01',
    ]);
    expect(find('2024-05-17')).toMatchObject({ rate: '0.75', date: '2024-05' });
    expect(find('2024-06-12')).toBe('gap');
    expect(rates.needed).toHaveLength(31 + 14);
    expect([...rates.cut]).toEqual(['2024-06']);
  });

  test.each([
    // the Friday before it is there, but the row's own day is not
    ['weekday', '2024-06-16', 'future'],
  ] as const)('is not there by the rule %s for %s', (rule, text, reason) => {
    const { find } = ratesBy(rule, { '2024-06-14': 0.7 });
    expect(find(text)).toBe(reason);
  });
});
