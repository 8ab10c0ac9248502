import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { periodOf } from '../../src/calendar/period.ts';
import { figuresOf, type PairFigures } from '../../src/rates/aggregate.ts';
import { code, codes, day, ratesOf } from '../support/rates.ts';

const february = periodOf(day('2024-02-01'), 'month');
const end = day('2024-12-31');

/** Of days in a row from the first of February. */
const daysWith = (...rates: Readonly<Record<string, number>>[]) =>
  rates.map((each, at) => ratesOf(addDays(february.first, at), each));

describe('the figures of a period', () => {
  test('are the mean, and the rates of single days with their day', () => {
    const days = daysWith({ EUR: 0.93 }, { EUR: 0.91 }, { EUR: 0.95 }, { EUR: 0.92 });
    const figures = figuresOf(february, days, { end, symbols: codes('EUR'), of: 29, take: 'mean' });
    expect(figures.period.name).toBe('2024-02');
    const { mean, first, last, min, max, days: count, rates } = figures.pairs.get(code('EUR')) as PairFigures;
    expect({ mean, first, last, min, max, days: count, rates }).toEqual({
      mean: { rate: 0.9275 },
      first: { rate: 0.93, date: '2024-02-01' },
      last: { rate: 0.92, date: '2024-02-04' },
      min: { rate: 0.91, date: '2024-02-02' },
      max: { rate: 0.95, date: '2024-02-03' },
      days: 4,
      rates: [0.93, 0.91, 0.95, 0.92],
    });
  });
});
