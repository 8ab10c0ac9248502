import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePeriod } from '../../src/calendar/written.ts';
import { OwnRates } from '../../src/periods/own-rates.ts';
import type { Code } from '../../src/rates/code.ts';
import { always } from '../support/always.ts';
import { code, day } from '../support/rates.ts';

const [eur, dollar, pound] = [code('EUR'), code('USD'), code('GBP')];

test('the rate of a file over two others is exact to ten digits, whatever their length', () => {
  const rate = fc
    .bigInt(1n, 10n ** 20n)
    .chain((digits) => fc.nat(25).map((places) => new Big(`${digits}e-${places}`).toFixed()));
  const quotient = (dividend: Big, divisor: Big) => {
    const Exact = Big();
    Exact.DP = 80;
    return new Big(new Exact(dividend).div(divisor).toPrecision(10)).toFixed();
  };
  return always([rate, rate, fc.nat(3)], (one, other, turned) => {
    const own = new OwnRates(['own.csv']);
    const year = parsePeriod('2024') ?? expect.unreachable();
    const add = (base: Code, quote: Code, rate: string) =>
      own.add({ period: year, base, quote, rate, file: 'own.csv' });
    if (turned & 1) add(dollar, eur, one);
    else add(eur, dollar, one);
    if (turned & 2) add(pound, dollar, other);
    else add(dollar, pound, other);
    const up = (turned & 1 ? new Big(1) : new Big(one)).times(turned & 2 ? 1 : other);
    const down = new Big(turned & 1 ? one : 1).times(turned & 2 ? other : 1);
    const found = own.find({ rule: 'day', on: day('2024-01-01') }, eur, pound);
    expect(found?.rate).toBe(quotient(up, down));
  });
});
