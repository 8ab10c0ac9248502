import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePeriod } from '../../src/calendar/written.ts';
import { type OwnRate, OwnRates } from '../../src/periods/own-rates.ts';
import type { RateRule } from '../../src/periods/rate-rules.ts';
import type { Code } from '../../src/rates/code.ts';
import { asDay } from '../calendar/any.ts';

type Row = readonly [when: string, pair: string, rate: OwnRate];

/** `2024-01 EUR/USD 1.1`, parted by commas. */
const rowsOf = (text: string) =>
  text.split(', ').map((row): Row => {
    const [when = '', pair = '', rate] = row.split(' ');
    return [when, pair, Number(rate)];
  });

const codesOf = (pair: string) => pair.split('/') as [Code, Code];

function ratesOf(...rows: readonly Row[]) {
  const own = new OwnRates('own.csv');
  const added = rows.map(([when, pair, rate]) => {
    const period = parsePeriod(when);
    if (!period) throw new Error(when);
    return own.add(period, ...codesOf(pair), rate);
  });
  const find = (pair: string, on?: string, rule: RateRule = 'day') =>
    own.find({ rule, on: on === undefined ? undefined : asDay(on) }, ...codesOf(pair));
  return { own, added, find };
}

describe('the rate of one of its own', () => {
  test.each([
    ['of the day', '2024-01-17', '2024-01-17'],
    ['of the week, on another of its days', '2024-01-18', '2024-W03'],
    ['of the month, in another week', '2024-01-31', '2024-01'],
    ['of the quarter, in another month', '2024-02-01', '2024-Q1'],
    ['of the year, in another quarter', '2024-04-01', '2024'],
    ['of the week that another year begins in', '2024-12-31', '2025-W01'],
  ])('is that %s', (_, on, name) => {
    const names = ['2024', '2024-Q1', '2024-01', '2024-W03', '2024-01-17', '2025-W01'];
    const { find } = ratesOf(...names.map((when, at): Row => [when, 'EUR/USD', at + 1]));
    expect(find('EUR/USD', on)).toEqual({
      rate: String(names.indexOf(name) + 1),
      of: undefined,
      date: name,
      origin: { days: [parsePeriod(name)?.first], derived: false },
    });
    expect(find('EUR/USD', '2023-12-31')).toBeUndefined();
  });

  test('is that of the narrowest period that has the pair, by whatever way', () => {
    const { find } = ratesOf(['2024-01-17', 'EUR/USD', 1.1], ['2024-01', 'EUR/USD', 1.2], ['2024-01', 'EUR/GBP', 0.8]);
    expect(find('USD/EUR', '2024-01-17')).toMatchObject({ rate: '0.9090909091', date: '2024-01-17' });
    expect(find('GBP/EUR', '2024-01-17')).toMatchObject({ rate: '1.25', date: '2024-01' });
    // both legs are those of the month
    expect(find('GBP/USD', '2024-01-17')).toMatchObject({ rate: '1.5', date: '2024-01' });
  });

  test('is the direct one before its inverse, and its inverse before one over another currency', () => {
    const rows = rowsOf('2024-01 EUR/CHF 0.9, 2024-01 USD/CHF 0.8, 2024-01 USD/EUR 0.5, 2024-01 EUR/USD 3');
    const rate = (count: number) => ratesOf(...rows.slice(0, count)).find('EUR/USD', '2024-01-01')?.rate;
    expect([2, 3, 4].map(rate)).toEqual(['1.125', '2', '3']);
  });

  test('is over the first common currency by its code, however the rows stand', () => {
    const rows = rowsOf('2024 USD/EUR 1.1, 2024 USD/GBP 1.3, 2024 CHF/EUR 0.5, 2024 CHF/GBP 0.25');
    for (const some of [rows, rows.toReversed()])
      expect(ratesOf(...some).find('EUR/GBP', '2024-01-01')?.rate).toBe('0.5');
  });

  test('is the newest one that has the pair, where no day is meant', () => {
    const { find } = ratesOf(...rowsOf('2024 EUR/USD 1, 2024-02 EUR/USD 2, 2024-03 EUR/GBP 3, 2024-02-01 EUR/USD 4'));
    expect(find('EUR/USD')).toMatchObject({ rate: '4', date: '2024-02-01' });
    expect(find('EUR/GBP')).toMatchObject({ rate: '3', date: '2024-03' });
    expect(find('EUR/JPY')).toBeUndefined();
  });

  test('has no inverse if it is 0, and no week before the first', () => {
    const { find } = ratesOf(['2024', 'EUR/USD', 0]);
    expect(find('EUR/USD', '2024-01-01')?.rate).toBe('0');
    expect(find('USD/EUR', '2024-01-01')).toBeUndefined();
    expect(find('EUR/USD', '0000-01-01')).toBeUndefined();
  });

  test('is exact to ten digits, over two rates of any length', () => {
    const rate = fc
      .bigInt(1n, 10n ** 20n)
      .chain((digits) => fc.nat(25).map((places) => new Big(`${digits}e-${places}`).toFixed()));
    const quotient = (dividend: Big, divisor: Big) => {
      const Exact = Big();
      Exact.DP = 80;
      return new Big(new Exact(dividend).div(divisor).toPrecision(10)).toFixed();
    };
    fc.assert(
      fc.property(rate, rate, fc.nat(3), (one, other, turned) => {
        const pairs = [turned & 1 ? 'USD/EUR' : 'EUR/USD', turned & 2 ? 'GBP/USD' : 'USD/GBP'];
        const { find } = ratesOf(['2024', pairs[0] ?? '', one], ['2024', pairs[1] ?? '', other]);
        const up = (turned & 1 ? new Big(1) : new Big(one)).times(turned & 2 ? 1 : other);
        const down = new Big(turned & 1 ? one : 1).times(turned & 2 ? other : 1);
        expect(find('EUR/GBP', '2024-01-01')?.rate).toBe(quotient(up, down));
      }),
    );
  });
});

test('another rate for a pair is told, the same one and its inverse are none', () => {
  const rows = rowsOf('2024 EUR/USD 1.1, 2024 EUR/USD 1.1, 2024 USD/EUR 0.9, 2024-01 EUR/USD 1.2, 2024 EUR/USD 1.2');
  expect(ratesOf(...rows).added).toEqual([true, true, true, true, false]);
});

describe('by the rule', () => {
  const days = '2024-01-04 EUR/USD 1, 2024-01-05 EUR/USD 2, 2024-01-06 EUR/USD 6, 2024-01-08 EUR/GBP 6';
  const { find } = ratesOf(...rowsOf(`${days}, 2024-01 EUR/USD 9`));
  test.each([
    ['weekday', '2024-01-07', '2', '2024-01-05', 1],
    ['month-mean', '2024-01-31', '3', '2024-01', 3],
    ['weekday-mean', '2024-01-31', '1.5', '2024-01', 2],
    ['quarter-mean', '2024-03-31', '3', '2024-Q1', 3],
    ['year-mean', undefined, '3', '2024', 3],
    ['last-published', '2024-01-20', '6', '2024-01-06', 1],
    ['last-published', '2024-01-08', '6', '2024-01-06', 1],
  ] as const)('%s of %s, days alone count', (rule, on, rate, date, days) => {
    const found = find('EUR/USD', on, rule);
    expect(found).toMatchObject({ rate, date });
    expect(found?.origin.days).toHaveLength(days);
  });

  test.each([
    ['last-published', '2024-01-21'],
    ['weekday', '2024-01-09'],
    ['month-end', '2024-01-05'],
    ['month-mean', '2024-02-01'],
  ] as const)('%s there is none for %s', (rule, on) => {
    expect(find('EUR/USD', on, rule)).toBeUndefined();
  });
});
