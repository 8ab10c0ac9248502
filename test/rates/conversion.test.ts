import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import { type Unit, unitOf } from '../../src/currencies/units.ts';
import { type Conversion, conversionWith } from '../../src/rates/conversion.ts';
import { amountAt, pairRate } from '../../src/rates/cross.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { foundOn } from '../../src/rates/found-rate.ts';
import { code, ratesOf } from '../support/rates.ts';

const unit = (text: string) => unitOf(code(text));
const [a, b, dollar] = [unit('AAA'), unit('BBB'), unit('USD')];
const dayOf = (rates: Record<string, number>) => ratesOf('2024-02-29', { ...rates, USD: 1 });

function convert(day: DayRates, amount: string, from: Unit, to: Unit, digits?: number) {
  const find = (...pair: [Code, Code]) => {
    const rate = pairRate(day, ...pair);
    return rate && foundOn(day.day, rate);
  };
  return conversionWith(find, { amount, from, digits }, to) as Conversion | undefined;
}

describe('a rate', () => {
  test('has 10 digits, or two more than the result, and more where it is near a tie', () => {
    const rateFor = (text: string, decimals = 2, other = 1) =>
      convert(dayOf({ AAA: 3, BBB: other }), text, a, b, decimals)?.rate.rate;
    expect(rateFor('1')).toBe('0.3333333333');
    expect(rateFor('12345678.9')).toBe('0.33333333333');
    expect(rateFor('123456789012.12345')).toBe('0.333333333333333');
    expect(rateFor('123456789012.12345', 0)).toBe('0.3333333333333');
    // 0.5 exactly, which 1.5 times a cut third never is
    expect(rateFor('1.5', 0)).toBe('0.3333333334');
    expect(rateFor('1.5', 0, 2)).toBe('0.6666666667');
    expect(rateFor('1.5000000000003', 0)).toBe('0.3333333333333');
    const pair = { rate: '1.428571429', exact: { dividend: '1', divisor: '0.7' } };
    expect(amountAt(pair, '1234567890.12', 2)).toEqual({ rate: '1.4285714285714', converted: '1763668414.46' });
  });

  test('that was published stays as it is, and its inverse is derived', () => {
    const found = convert(dayOf({ BBB: 0.123456789012 }), '1', dollar, b);
    expect(found?.rate).toEqual({ rate: '0.123456789012', derived: false });
    expect(found?.back).toEqual({ rate: '8.100000073', derived: true });
    expect(convert(dayOf({ BBB: 1e-9 }), '1', dollar, b)?.rate.rate).toBe('0.000000001');
  });
});
