import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usd } from '../../src/currencies/code.ts';
import { derive, relativeTo } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { code, ratesOf } from '../support/rates.ts';

const [eur, gbp] = [code('EUR'), code('GBP')];
const dayOf = (rates: Record<string, number>, base = usd) =>
  ratesOf('2024-02-29', rates, { base, timestamp: 1_709_251_198 });
const withUsd = (rates: Record<string, number>) => dayOf({ ...rates, USD: 1 });
const rate = fc.double({ min: 1e-8, max: 1e8, noNaN: true });

test('there and back is 1, and so is the base itself; the order stays', () =>
  always([rate, rate], (one, other) => {
    const day = withUsd({ GBP: other, EUR: one });
    const derived = derive(day, eur);
    const there = derived?.rates.get(gbp) ?? 0;
    const back = derive(day, gbp)?.rates.get(eur) ?? 0;
    expect(Math.abs(there * back - 1)).toBeLessThan(1e-9);
    expect(derived?.rates.get(eur)).toBe(1);
    expect([...(derived?.rates.keys() ?? [])]).toEqual([...day.rates.keys()]);
  }));

test('a base without a rate gives nothing', () => expect(derive(withUsd({ EUR: 3 }), gbp)).toBeUndefined());

test('one unit of each currency, from the USD rates directly; a published rate keeps its digits', () => {
  const inverted = relativeTo(dayOf({ EUR: 0.923456789012, GBP: 0.79, USD: 1 }), { quote: eur });
  expect(inverted).toMatchObject({ quote: eur, day: '2024-02-29', timestamp: 1_709_251_198 });
  expect(inverted).not.toHaveProperty('base');
  expect(Object.fromEntries(inverted?.rates ?? [])).toEqual({ EUR: 1, GBP: 1.168932644, USD: 0.923456789012 });
});
