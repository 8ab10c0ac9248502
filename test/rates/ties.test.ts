import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountAt, derivedRate, rateForAmount } from '../../src/rates/cross.ts';
import { product } from '../../src/rates/decimal.ts';
import { inWhole, seed } from '../support/whole.ts';

/** A decimal as whole units of its last digit. */
function unitsOf(decimal: string): { readonly units: bigint; readonly decimals: number } {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

/** Nothing has no sign. */
function decimalOf(units: bigint, decimals: number): string {
  const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals > 0 ? `${whole}.${digits.slice(-decimals)}` : whole;
  return units < 0n ? `-${text}` : text;
}

const power = (digits: number) => 10n ** BigInt(digits);

/** In whole numbers alone: the product of the factors divided by the divisor, rounded once, half away from zero. */
function exactly(factors: readonly string[], divisor: string, decimals: number) {
  const all = factors.map(unitsOf);
  const by = unitsOf(divisor);
  const signed = all.reduce((found, { units }) => found * units, power(decimals + by.decimals));
  const twice = 2n * (signed < 0n ? -signed : signed);
  const one = by.units * power(all.reduce((sum, each) => sum + each.decimals, 0));
  const rounded = (twice + one) / (2n * one);
  const text = decimalOf(signed < 0n ? -rounded : rounded, decimals);
  return { text, isTie: (twice + one) % (2n * one) === 0n };
}

const positive = (most: bigint) => fc.bigInt({ min: 1n, max: most });
const places = fc.integer({ min: 0, max: 6 });
const decimal = fc.tuple(positive(10n ** 9n), places).map(([units, decimals]) => decimalOf(units, decimals));

/** Any amount and rates; or an amount whose result is half a unit of its last digit, or that next to nothing away. */
const cases = fc.oneof(
  fc.record({ amount: decimal, dividend: decimal, divisor: decimal, decimals: places }),
  fc
    .record({
      half: positive(10n ** 6n),
      divisor: positive(10n ** 4n),
      power: fc.integer({ min: 0, max: 8 }),
      both: fc.constantFrom(1n, 3n, 7n, 11n, 999n),
      decimals: places,
      beside: fc.constantFrom(0n, 0n, 0n, 1n, -1n),
      smaller: fc.integer({ min: 1, max: 12 }),
    })
    .map(({ half, divisor, power: twos, both, decimals, beside, smaller }) => {
      // a dividend of twos has an end in any amount
      const units = (2n * half - 1n) * divisor * 5n ** BigInt(twos + 1);
      const length = decimals + twos + 1;
      const amount = decimalOf(units * power(smaller) + beside, length + smaller);
      return { amount, dividend: `${2n ** BigInt(twos) * both}`, divisor: `${divisor * both}`, decimals };
    }),
);

/** Of any size and length, or with a product that is half a unit, or at most 1e-10 of it away. */
const products = fc.oneof(
  fc.record({ amount: fc.oneof(decimal, huge()), rate: fc.oneof(decimal, huge()), decimals: fc.nat(20) }),
  fc
    .record({
      half: positive(10n ** 12n),
      twos: fc.nat(8),
      decimals: fc.nat(20),
      beside: fc.constantFrom(0n, 0n, 1n, -1n),
      smaller: fc.integer({ min: 10, max: 20 }),
    })
    .map(({ half, twos, decimals, beside, smaller }) => {
      const units = (2n * half - 1n) * 5n ** BigInt(twos + 1) * power(smaller) + beside;
      return { amount: decimalOf(units, decimals + twos + 1 + smaller), rate: `${2n ** BigInt(twos)}`, decimals };
    }),
);

/** Of hundreds of digits, in front of the point or behind it. */
function huge() {
  return fc
    .tuple(positive(10n ** 20n), fc.nat(400), fc.nat(400))
    .map(([units, zeros, decimals]) => decimalOf(units * power(zeros), decimals));
}

test('a product is rounded once, half away from zero, also where doubles cannot tell', () => {
  let ties = 0;
  const property = fc.property(products, fc.constantFrom('', '-'), ({ amount, rate, decimals }, sign) => {
    const { text, isTie } = exactly([sign + amount, rate], '1', decimals);
    if (isTie) ties++;
    expect(product(sign + amount, rate, decimals)).toBe(text);
  });
  const numRuns = inWhole(50_000, 300);
  fc.assert(property, { numRuns, seed });
  expect(ties).toBeGreaterThan(numRuns / 10);
});

const lengthOf = (decimal: string) => decimal.replace(/^-?0\.0*|\D/g, '').length;

test('a result is that of the exact quotient, ties away from zero, and so is the amount times the printed rate', () => {
  let ties = 0;
  const property = fc.property(cases, fc.constantFrom('', '-'), ({ amount, dividend, divisor, decimals }, sign) => {
    const signed = sign + amount;
    const pair = derivedRate(dividend, divisor);
    const rate = rateForAmount(pair, signed, decimals);
    const { text, isTie } = exactly([signed, dividend], divisor, decimals);
    if (isTie) ties++;
    const found = product(signed, rate, decimals);
    expect(amountAt(pair, signed, decimals)).toEqual({ rate, converted: found });
    expect(exactly([signed, rate], '1', decimals).text).toBe(found);
    expect(lengthOf(rate)).toBeLessThanOrEqual(28);
    // a longer result would need a longer rate
    if (lengthOf(text) <= 26) expect([rate, found]).toEqual([rate, text]);
  });
  const numRuns = inWhole(20_000, 200);
  fc.assert(property, { numRuns, seed });
  expect(ties).toBeGreaterThan(numRuns / 5);
});
