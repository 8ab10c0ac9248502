import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usd } from '../../../src/currencies/code.ts';
import { table } from '../../../src/output/table/table.ts';
import { derive, relativeTo } from '../../../src/rates/day-rates.ts';
import { always } from '../../support/always.ts';
import { codes, documentOf, linesOf, oneDay, ordinaryDays } from '../days.ts';

/** By a library for decimals: six digits, and all that stand before the point. */
const exact = (rate: number | string) =>
  new Big(rate).prec(Math.max(6, new Big(rate).e + 1), Big.roundHalfUp).toFixed();

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
});
