import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usd } from '../../../src/currencies/code.ts';
import { rounded } from '../../../src/output/table/style.ts';
import { table } from '../../../src/output/table/table.ts';
import { derive, relativeTo } from '../../../src/rates/day-rates.ts';
import { always } from '../../support/always.ts';
import { cases } from '../../support/cases.ts';
import { codes, documentOf, linesOf, oneDay, ordinaryDays, ratesOf } from '../days.ts';

/** By a library for decimals: six digits, and all that stand before the point. */
const exact = (rate: number | string) =>
  new Big(rate).prec(Math.max(6, new Big(rate).e + 1), Big.roundHalfUp).toFixed();

/** What computed rates are: ten digits, of any size. */
const tenDigits = fc
  .record({ digits: fc.integer({ min: 0, max: 9_999_999_999 }), exponent: fc.integer({ min: -20, max: 9 }) })
  .map(({ digits, exponent }) => Number(`${digits}e${exponent}`));

/** On either side of half of the sixth digit, and on it. */
const ties = fc
  .record({ digits: fc.integer({ min: 100_000, max: 999_999 }), exponent: fc.integer({ min: -20, max: 3 }) })
  .chain(({ digits, exponent }) =>
    fc.constantFrom('4999', '5', '5001').map((rest) => Number(`${digits}${rest}e${exponent - rest.length}`)),
  );

test('six digits are those of the exact decimal, half away from zero, and none before the point is lost', () => {
  const digits = cases(`
    0.9783350785 = 0.978335   1.0000005 = 1   1.234565 = 1.23457   170.5279372 = 170.528   123456.789 = 123457
    1234567.89 = 1234568   9999999.5 = 10000000   0.0000012345678 = 0.00000123457   1e21 = 1000000000000000000000   0 = 0
  `);
  for (const [rate, text] of digits) expect(rounded(Number(rate))).toBe(text);
  fc.assert(fc.property(fc.oneof(tenDigits, ties), (rate) => void expect(rounded(rate)).toBe(exact(rate))));
});

describe('in a table', () => {
  const shownIn = (text: string) =>
    new Map(
      text.split('\n').flatMap((line) => {
        const [rate = '', code = ''] = line.trim().split(/ +/);
        return /^[\d.]+$/.test(rate) ? [[code, rate] as const] : [];
      }),
    );

  test('rates that are published have every digit, those that are derived have six', () =>
    always([ordinaryDays, fc.boolean()], ([published], inverted) => {
      if (!published?.rates.get(codes('EUR')[0] ?? usd)) return;
      const [eur = usd] = codes('EUR');
      const day = inverted ? relativeTo(published, { quote: eur }) : derive(published, eur);
      const as = { ...oneDay, base: eur, inverted, derivedFrom: usd };
      const shown = shownIn(linesOf(table, documentOf(as), day ? [day] : []));
      expect(shown.size).toBe(day?.rates.size);
      for (const [code, rate] of day?.rates ?? [])
        expect(shown.get(code)).toBe(inverted && code === usd ? new Big(rate).toFixed() : exact(rate));
      const whole = shownIn(linesOf(table, documentOf(oneDay), [published]));
      for (const [code, rate] of published.rates) expect(whole.get(code)).toBe(new Big(rate).toFixed());
    }));

  test('a mean has six, of the decimals as they are printed', () =>
    always([fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 2, maxLength: 40 })], (all) => {
      const days = all.map((rate, at) => ratesOf(`2024-01-${`${at + 1}`.padStart(2, '0')}`, { EUR: rate / 1e4 }));
      const sum = all.reduce((sum, rate) => sum.plus(new Big(rate).div(1e4)), new Big(0));
      // as other formats have it, ten digits, and then as it is shown
      const mean = exact(new Big(sum.div(all.length).toPrecision(10, Big.roundHalfUp)).toFixed());
      const text = linesOf(table, documentOf({ symbols: codes('EUR') }), days);
      expect(/^mean +(\S+)$/m.exec(text)?.[1]).toBe(mean);
    }));
});
