import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanOf, quotientOf } from '../../src/rates/decimal.ts';
import { alwaysIn } from '../support/always.ts';
import { inWhole } from '../support/whole.ts';

const numRuns = inWhole(8000, 100);
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
/** Of any size, with as many digits as a service publishes. */
const rate = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: -16, max: 3 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

test('a quotient is the decimal one, rounded once to 10 digits', () =>
  alwaysIn(numRuns, [rate, rate], (one, other) => {
    expect(quotientOf(one, other)).toBe(new Exact(one).div(other).toSignificantDigits(10).toNumber());
  }));

/** Eleven digits, of which the last is 5. */
const tie = fc
  .tuple(fc.integer({ min: 10 ** 9, max: 10 ** 10 - 1 }), fc.integer({ min: -14, max: 2 }))
  .map(([digits, exponent]) => new Exact(`${digits}5e${exponent}`));
const steps = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 15 });

test('a mean is the decimal one, rounded once to 10 digits, half away from zero', () =>
  alwaysIn(numRuns, [tie, steps], (half, by) => {
    const rates = by.flatMap((each) => {
      const step = half.times(each).times('1e-3');
      return [half.minus(step).toNumber(), half.plus(step).toNumber()];
    });
    expect(meanOf(rates)).toBe(half.plus(half.times('1e-11')).toSignificantDigits(10).toNumber());
  }));
