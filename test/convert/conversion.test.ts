import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountAt, conversionOf } from '../../src/convert/conversion.ts';
import { foundOn } from '../../src/periods/mean-rates.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { pairRate } from '../../src/rates/pair-rate.ts';
import { type Unit, unitOf } from '../../src/rates/units.ts';
import { alwaysIn } from '../support/always.ts';
import { code, ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

// more than any product or quotient below has
const Exact = Decimal.clone({ precision: 200, toExpNeg: -400, toExpPos: 400, rounding: Decimal.ROUND_HALF_UP });

const unit = (text: string) => unitOf(code(text));
const [a, b, jpy, dollar] = [unit('AAA'), unit('BBB'), unit('JPY'), unit('USD')];
const dayOf = (rates: Record<string, number>) => ratesOf('2024-02-29', { ...rates, USD: 1 });

function convert(day: DayRates, amount: string, from: Unit, to: Unit, digits?: number) {
  const there = pairRate(day, from.code, to.code);
  const back = pairRate(day, to.code, from.code);
  return there && conversionOf({ amount, from, to, there: foundOn(day.day, there), back, digits });
}
const rate = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
const amount = fc.stringMatching(/^-?(0|[1-9]\d{0,14})(\.\d{1,8})?$/);

/** Nothing has no sign. */
const fixed = (exact: Decimal, decimals: number) => exact.toFixed(decimals).replace(/^-(?=[0.]+$)/, '');

test('a result is the printed amount times the printed rate, rounded once, half away from zero', () =>
  alwaysIn(1000, [amount, rate, rate, fc.integer({ min: 0, max: 12 })], (text, one, other, decimals) => {
    const found = convert(dayOf({ AAA: one, BBB: other }), text, a, b, decimals);
    const exact = new Exact(found?.amount ?? '').times(found?.rate.rate ?? '');
    expect(found?.converted).toBe(fixed(exact, decimals));
  }));

/** Significant digits as printed, leading zeros apart. */
const lengthOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '').length;

test('a derived rate is the exact quotient, rounded once, so long that the result is that of the exact quotient', () =>
  alwaysIn(inWhole(8000, 400), [amount, rate, rate, fc.integer({ min: 0, max: 8 })], (text, one, other, decimals) => {
    const found = convert(dayOf({ AAA: one, BBB: other }), text, a, b, decimals);
    const quotient = (x: number, y: number, digits: number) =>
      new Exact(x).div(y).toSignificantDigits(digits).toFixed();
    const exact = fixed(new Exact(text).times(other).div(one), decimals);
    const least = Math.min(28, Math.max(10, lengthOf(exact) + 2));
    const leads = (rate: string) => fixed(new Exact(text).times(rate), decimals) === exact;
    const nearest = Array.from({ length: 29 - least }, (_, at) => quotient(other, one, least + at));
    const otherwise = [Exact.ROUND_UP, Exact.ROUND_DOWN].map((way) =>
      new Exact(other).div(one).toSignificantDigits(least, way).toFixed(),
    );
    const leading = [...nearest, ...otherwise].find(leads);
    expect(found?.rate).toEqual({ rate: leading ?? quotient(other, one, 28), derived: true });
    if (leading) expect(found?.converted).toBe(exact);
    const back = Math.min(28, Math.max(10, lengthOf(found?.converted ?? '') + 2));
    expect(found?.back).toEqual({ rate: quotient(one, other, back), derived: true });
  }));

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
    const pair = { rate: '1.428571429', of: { dividend: '1', divisor: '0.7' } };
    expect(amountAt(pair, '1234567890.12', 2)).toEqual({ rate: '1.4285714285714', converted: '1763668414.46' });
  });

  test('is rounded half up at its last digit', () => {
    expect(convert(dayOf({ AAA: 2, BBB: 2.000000001 }), '1', a, b)?.rate.rate).toBe('1.000000001');
    expect(convert(dayOf({ AAA: 1, BBB: 9.99999999996 }), '1', a, b)?.rate.rate).toBe('10');
  });

  test('that was published stays as it is, and its inverse is derived', () => {
    const found = convert(dayOf({ BBB: 0.123456789012 }), '1', dollar, b);
    expect(found?.rate).toEqual({ rate: '0.123456789012', derived: false });
    expect(found?.back).toEqual({ rate: '8.100000073', derived: true });
    expect(convert(dayOf({ BBB: 1e-9 }), '1', dollar, b)?.rate.rate).toBe('0.000000001');
  });

  test('of a currency in itself is 1', () => {
    const found = convert(dayOf({ AAA: 3 }), '12.345', a, a, 2);
    expect(found).toMatchObject({ rate: { rate: '1', derived: false }, converted: '12.35' });
  });

  test('of 0 converts to 0, and has no way back', () => {
    const found = convert(dayOf({ AAA: 3, BBB: 0 }), '5', a, b, 2);
    expect(found).toMatchObject({ rate: { rate: '0', derived: true }, back: undefined, converted: '0.00' });
    expect(convert(dayOf({ AAA: 3, BBB: 0 }), '5', b, a)).toBeUndefined();
  });

  test('that the day lacks converts nothing', () => {
    expect(convert(dayOf({ AAA: 3 }), '5', a, b)).toBeUndefined();
    expect(convert(dayOf({ AAA: 3 }), '5', b, a)).toBeUndefined();
  });
});

test('halves go away from zero, and what rounds to nothing has no sign', () => {
  const at = (text: string) => convert(dayOf({ JPY: 1 }), text, dollar, jpy)?.converted;
  expect(['0.5', '-0.5', '1.5', '2.5', '-2.5', '0.49', '-0.49'].map(at)).toEqual(['1', '-1', '2', '3', '-3', '0', '0']);
});

test('the amount is shown with its decimals, and with all that were written', () => {
  const shown = (text: string, from: Unit) => convert(dayOf({ JPY: 2, XAU: 3 }), text, from, dollar)?.amount;
  expect(shown('250', dollar)).toBe('250.00');
  expect(shown('250.1234', dollar)).toBe('250.1234');
  expect(shown('250', jpy)).toBe('250');
  expect(shown('2.5', unit('XAU'))).toBe('2.5');
});

describe('a hundredth of a currency', () => {
  const hundredthOf = ({ code }: Unit): Unit => ({ name: 'cent', code, inOne: 100 });
  const scaled = (decimal = '', factor: string) => new Exact(decimal).times(factor).toFixed();

  test('has the result of a hundred times as much, at a hundredth of the rate, derived where that is', () =>
    alwaysIn(inWhole(2000, 300), [amount, rate, rate, fc.integer({ min: 0, max: 8 })], (text, one, other, decimals) => {
      const day = dayOf({ AAA: one, BBB: other });
      for (const [from, to] of [
        [a, b],
        [dollar, b],
        [a, dollar],
        [a, a],
      ] as const) {
        const whole = convert(day, text, from, to, decimals);
        const same = { converted: whole?.converted, to };
        const cents = convert(day, scaled(text, '100'), hundredthOf(from), to, decimals);
        expect(cents).toMatchObject({ ...same, rate: { derived: whole?.rate.derived } });
        expect(cents?.rate.rate).toBe(scaled(whole?.rate.rate, '0.01'));
        const finer = convert(day, text, from, to, decimals + 2);
        const inCents = convert(day, text, from, hundredthOf(to), decimals);
        expect(scaled(inCents?.converted, '0.01')).toBe(scaled(finer?.converted, '1'));
      }
    }));

  test('has two decimals, whatever its currency has', () => {
    const cents = convert(dayOf({ AAA: 3 }), '250', hundredthOf(dollar), hundredthOf(a));
    expect(cents).toMatchObject({ amount: '250.00', converted: '750.00' });
  });
});
