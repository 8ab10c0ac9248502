import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { endedCurrencyOf, endInWords, mixedUnitIn } from '../../src/currencies/ended.ts';
import { caveatsOf, foundOn } from '../../src/rates/found-rate.ts';
import { always } from '../support/always.ts';
import { code, day } from '../support/rates.ts';

const anyOffset = fc.integer({ min: -400, max: 400 });
const dollar = code('USD');

describe('a currency that has ended', () => {
  test('has a caveat on each day after its last, whichever way it is converted', () =>
    always([fc.constantFrom('ZWL', 'ANG', 'BYR', 'TRL'), anyOffset, fc.boolean()], (text, offset, isFrom) => {
      const ended = code(text);
      const on = addDays(endedCurrencyOf(text)?.last ?? day('2000-01-01'), offset);
      const pair = isFrom ? ([ended, dollar] as const) : ([dollar, ended] as const);
      const caveats = caveatsOf(pair, foundOn(on, { rate: '1' }));
      expect(caveats.map((caveat) => caveat.text)).toEqual(
        offset > 0 ? [`${endInWords(text)}; the source still lists a rate`] : [],
      );
      // a rate of before its end that is asked for later
      const earlier = foundOn(addDays(on, -1000), { rate: '1' });
      expect(caveatsOf(pair, earlier, on)).toHaveLength(offset > 0 ? 1 : 0);
    }));
});

describe('a currency of a new unit', () => {
  const redenominated = fc.constantFrom<[string, string, number]>(
    ['VES', '2021-10-01', 1_000_000],
    ['SYP', '2026-01-01', 100],
  );

  test('has a caveat two weeks around the day', () =>
    always([redenominated, anyOffset], ([text, first], offset) => {
      const on = addDays(day(first), offset);
      const caveats = caveatsOf([dollar, code(text)], foundOn(on, { rate: '1' }));
      expect(caveats).toHaveLength(Math.abs(offset) <= 14 ? 1 : 0);
    }));

  test('is mixed where the rates of a range are of both units, however late a source changed', () =>
    always(
      [redenominated, anyOffset, fc.integer({ min: 1, max: 500 }), fc.option(fc.nat(60))],
      ([text, first, factor], start, length, change) => {
        const isNew = Array.from({ length }, (_, at) => change !== null && start + at >= change);
        const rates = isNew.map((each) => 12_000 / (each ? factor : 1));
        const dayAt = (at: number) => addDays(day(first), start + at);
        const mixed = isNew.includes(true) && isNew.includes(false) ? text : undefined;
        for (const length of [10, 7]) {
          const date = (at: number) => dayAt(at).slice(0, length);
          const dated = rates.map((rate, at) => ({ rate, date: date(at) }));
          const inverse = rates.map((rate, at) => ({ rate: 1 / rate, date: date(at) }));
          expect(mixedUnitIn([dollar, code(text)], dated)).toBe(mixed);
          expect(mixedUnitIn([code(text), dollar], inverse)).toBe(mixed);
          expect(mixedUnitIn([dollar, code('EUR')], dated)).toBeUndefined();
        }
      },
    ));
});
