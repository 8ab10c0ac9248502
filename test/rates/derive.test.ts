import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derive } from '../../src/rates/day-rates.ts';
import { usd } from '../../src/sources/oxr/service.ts';
import { always } from '../support/always.ts';
import { code, ratesOf } from '../support/rates.ts';

const terms = { timestamp: 1_709_251_198, disclaimer: 'of the day' };
const dayOf = (rates: Record<string, number>) => ratesOf('2024-02-29', { ...rates, USD: 1 }, terms);
const [a, b] = [code('AAA'), code('BBB')];
const rate = fc.double({ min: 1e-8, max: 1e8, noNaN: true });

test('a rate is the quote over the base, to 10 significant digits', () => {
  const derived = derive(dayOf({ AAA: 3, BBB: 2 }), a);
  expect(Object.fromEntries(derived?.rates ?? [])).toEqual({ AAA: 1, BBB: 0.6666666667, USD: 0.3333333333 });
  expect(derived).toMatchObject({ base: a, day: '2024-02-29', ...terms });
});

test('there and back is 1, and so is the base itself; the order stays', () =>
  always([rate, rate], (one, other) => {
    const day = dayOf({ BBB: other, AAA: one });
    const derived = derive(day, a);
    const there = derived?.rates.get(b) ?? 0;
    const back = derive(day, b)?.rates.get(a) ?? 0;
    expect(Math.abs(there * back - 1)).toBeLessThan(1e-9);
    expect(derived?.rates.get(a)).toBe(1);
    expect([...(derived?.rates.keys() ?? [])]).toEqual([...day.rates.keys()]);
  }));

test('the base that the day has keeps the published numbers', () => {
  const day = dayOf({ AAA: 0.123456789012 });
  expect(derive(day, usd)).toBe(day);
});

test('a base without a rate, or with 0, gives nothing', () => {
  expect(derive(dayOf({ AAA: 3 }), b)).toBeUndefined();
  expect(derive(dayOf({ AAA: 3, BBB: 0 }), b)).toBeUndefined();
});

test('a quote of 0 stays 0, and one beyond what a number holds is left out', () => {
  const derived = derive(dayOf({ AAA: 1e-300, BBB: 0, CCC: 1e300 }), a);
  expect(derived?.rates.get(b)).toBe(0);
  expect(derived?.rates.has(code('CCC'))).toBe(false);
});
