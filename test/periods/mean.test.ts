import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanOf } from '../../src/periods/mean.ts';

const Exact = Decimal.clone({ precision: 60 });

/** Of any size, with as many digits as a service publishes. */
const anyRate = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: -12, max: 3 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

test('a mean is the exact one, rounded to 10 digits', () => {
  fc.assert(
    fc.property(fc.array(anyRate, { minLength: 1, maxLength: 366 }), (rates) => {
      const mean = meanOf(rates);
      const exact = rates.reduce((sum, rate) => sum.plus(rate), new Exact(0)).div(rates.length);
      expect(new Exact(mean).minus(exact).abs().div(exact).toNumber()).toBeLessThan(5.0001e-10);
      expect(new Exact(mean).precision()).toBeLessThanOrEqual(10);
    }),
  );
});

test('the mean of days with the same rate is that rate', () => {
  for (const rate of [3.6725, 0.1, 1, 0]) expect(meanOf(new Array(31).fill(rate))).toBe(rate);
});
