import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { endedCurrencyOf, endInWords, mixedUnitIn, redenominationOf } from '../../src/currencies/ended.ts';
import { caveatsOf } from '../../src/rates/caveats.ts';
import { always } from '../support/always.ts';
import { code, day } from '../support/rates.ts';

const anyOffset = fc.integer({ min: -400, max: 400 });
const dollar = code('USD');

describe('a currency that has ended', () => {
  test('is told with its last day, its successor and how many of it are one of that', () => {
    expect(endInWords('ZWL')).toBe('ZWL ended on 2024-08-31 (1 ZWG = 2,498.7242 ZWL)');
    // also words that every object knows
    for (const word of ['EUR', 'CHF', 'constructor', '__proto__']) {
      expect(endedCurrencyOf(word)).toBeUndefined();
      expect(redenominationOf(word)).toBeUndefined();
    }
  });

  test('has a caveat on each day after its last, whichever way it is converted', () =>
    always([fc.constantFrom('ZWL', 'ANG', 'BYR', 'TRL'), anyOffset, fc.boolean()], (text, offset, isFrom) => {
      const ended = code(text);
      const on = addDays(endedCurrencyOf(text)?.last ?? day('2000-01-01'), offset);
      const origin = { days: [on], derived: false };
      const pair = isFrom ? ([ended, dollar] as const) : ([dollar, ended] as const);
      const caveats = caveatsOf(pair, { date: on, origin });
      expect(caveats.map((caveat) => caveat.text)).toEqual(
        offset > 0 ? [`${endInWords(text)}; the source still lists a rate`] : [],
      );
      // a rate of before its end that is asked for later
      const earlier = { date: on, origin: { days: [addDays(on, -1000)], derived: false } };
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
      const caveats = caveatsOf([dollar, code(text)], { date: on, origin: { days: [on], derived: false } });
      expect(caveats).toHaveLength(Math.abs(offset) <= 14 ? 1 : 0);
    }));

  test('is mixed where the rates of a range are of both units, however late a source changed', () => {
    const course = { start: anyOffset, length: fc.integer({ min: 1, max: 500 }), change: fc.option(fc.nat(60)) };
    return always(
      [redenominated, fc.record(course), fc.infiniteStream(fc.double({ min: 0.8, max: 1.2, noNaN: true }))],
      ([text, first, factor], { start, length, change }, noise) => {
        const all = Array.from({ length }, (_, at) => start + at);
        const isNew = (offset: number) => change !== null && offset >= change;
        const rates = all.map((offset) => (12_000 / (isNew(offset) ? factor : 1)) * noise.next().value);
        const labelAt = (at: number) => addDays(day(first), all[at] ?? 0);
        const isMixed = all.some(isNew) && !all.every(isNew);
        const unit = code(text);
        expect(mixedUnitIn([dollar, unit], rates, labelAt)).toBe(isMixed ? unit : undefined);
        const inverse = rates.map((rate) => 1 / rate);
        expect(mixedUnitIn([unit, dollar], inverse, labelAt)).toBe(isMixed ? unit : undefined);
        expect(mixedUnitIn([dollar, code('EUR')], rates, labelAt)).toBeUndefined();
        // names of months instead of days
        const months = (at: number) => labelAt(at).slice(0, 7);
        expect(mixedUnitIn([dollar, unit], rates, months)).toBe(isMixed ? unit : undefined);
      },
    );
  });
});
