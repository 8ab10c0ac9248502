import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { checkDays } from '../../src/rates/checks.ts';
import { type Outlier, Outliers } from '../../src/rates/outliers.ts';
import { alwaysIn } from '../support/always.ts';
import { ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const czk = 'CZK' as Code;
const first = '2024-01-01' as Day;
const dayAt = (at: number) => addDays(first, at);

type Rates = readonly (number | undefined)[];

/** One rate a day; undefined: the day is not stored. */
function found(rates: Rates): Outlier[] {
  const outliers = new Outliers();
  const all = rates.flatMap((rate, at) => (rate === undefined ? [] : outliers.add(dayAt(at), new Map([[czk, rate]]))));
  return [...all, ...outliers.end()];
}

/** The rates that are named, by their place: `3 odd, 6 jump`. */
const named = (rates: Rates) =>
  found(rates)
    .map(({ day, after }) => `${rates.findIndex((_, at) => dayAt(at) === day)} ${after === undefined ? 'jump' : 'odd'}`)
    .sort()
    .join(', ');

const missing = (days: number) => Array<undefined>(days).fill(undefined);

test.each<[string, Rates, string]>([
  ['far from both sides', [17.5, 17.6, 17.4, 0.17, 17.5, 17.7, 17.6], '3 odd'],
  ['two in a row', [10, 10, 10, 10, 20, 20, 10, 10, 10, 10, 10], '4 odd, 5 odd'],
  ['a hundred times too high where the market moves', [10, 10.2, 10.5, 11, 12, 1250, 13, 13.5, 14, 14.2, 15], '5 odd'],
  ['a step to another level', [10, 10, 10, 10, 10, 20, 20, 20, 20, 20, 20], ''],
  ['a rate of 0 is none', [10, 10, 0, 10, 10], ''],
  ['nor does it count', [10, 0, 20, 10, 10], ''],
  ['rates ten days away', [10, 10, ...missing(8), 20, ...missing(8), 10, 10], '10 odd'],
  ['rates eleven days away', [10, 10, ...missing(9), 20, ...missing(9), 10, 10], ''],
  ['the second newest', [10, 10, 20, 10], '2 odd'],
  ['after one day alone', [10, 20, 10], ''],
  ['back near, within 8%', [10, 10, 20, 10.7], '2 odd'],
  ['not back near', [10, 10, 40, 11], ''],
  ['back near where the market moves', [10, 10.5, 40, 11], '2 odd'],
  ['two days later the sides may differ', [10, 10, 40, 11, 11], '2 odd'],
  ['as far as numbers go', [5e-324, 5e-324, 1e308, 5e-324], '2 odd'],
  ['the newest', [10, 10, 20], '2 jump'],
  ['the newest after one day alone', [10, 20], ''],
  ['the newest of two', [10, 10, 10, 10, 20, 20], '5 jump'],
  ['where the market moves', [10, 10.2, 12], ''],
  ['a rate that none follows for ten days', [10, 10, 20, ...missing(10), 10], '2 jump'],
  ['a rate that one follows within ten days', [10, 10, 20, ...missing(9), 10], '2 odd'],
])('%s: %j', (_, rates, names) => expect(named(rates)).toBe(names));

/** Moves of at most 1.4% a day, of which not even five together make 8%. */
const walk = fc
  .array(fc.option(fc.double({ min: -0.014, max: 0.014, noNaN: true }), { freq: 6 }), { minLength: 3, maxLength: 60 })
  .map((moves) => {
    let rate = 7;
    return moves.map((move) => {
      rate *= 1 + (move ?? 0);
      return move === null ? undefined : rate;
    });
  });

describe('in a random walk with missing days', () => {
  test('nothing is named', () =>
    alwaysIn(inWhole(5000, 100), [walk], (rates) => {
      expect(named(rates)).toBe('');
    }));

  const factor = fc.constantFrom(0.001, 0.01, 0.1, 0.5, 0.7, 1.4, 2, 10, 100, 1000);

  test('a planted outlier is named wherever two rates are before it, and nothing else is, by both checks', () =>
    alwaysIn(inWhole(5000, 100), [walk, fc.nat(), factor], async (rates, place, factor) => {
      const at = place % rates.length;
      const before = rates.slice(Math.max(0, at - 10), at).filter(Boolean);
      fc.pre(rates[at] !== undefined && before.length > 1);
      const planted = rates.map((rate, index) => (rate && index === at ? rate * factor : rate));
      const isLast = planted.slice(at + 1, at + 11).every((rate) => rate === undefined);
      expect(named(planted)).toBe(`${at} ${isLast ? 'jump' : 'odd'}`);

      const days = planted.flatMap((CZK, index) => (CZK ? [ratesOf(dayAt(index), { CZK })] : []));
      const findings = (await checkDays(days, 0.25)).filter(({ kind }) => kind !== 'stale');
      expect(findings.filter(({ start, end = start }) => start <= dayAt(at) && dayAt(at) <= end)).toHaveLength(1);
    }));
});
