import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { type Odd, OddRates } from '../../src/checks/odd.ts';
import type { Code } from '../../src/rates/code.ts';
import { usd } from '../../src/sources/oxr/service.ts';
import { alwaysIn } from '../support/always.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { inWhole } from '../support/whole.ts';

const czk = 'CZK' as Code;
const first = '2024-01-01' as Day;

/** One rate a day; undefined: the day is not held. */
function oddIn(rates: readonly (number | undefined)[]): Odd[] {
  const found: Odd[] = [];
  const odd = new OddRates(undefined, (one) => found.push(one));
  for (const [at, rate] of rates.entries())
    if (rate !== undefined) odd.add({ day: addDays(first, at), base: usd, rates: new Map([[czk, rate]]) });
  odd.end();
  return found;
}

const daysOf = (found: readonly Odd[]) => found.map(({ day }) => day);

describe('a rate is odd', () => {
  test('where it differs from the medians before and after it, which are alike', () =>
    expect(oddIn([17.5, 17.6, 17.4, 0.17, 17.5, 17.7, 17.6])).toEqual([
      { day: '2024-01-04', code: czk, rate: 0.17, before: 17.5, after: 17.6 },
    ]));

  test('also two days in a row, and 0 among others', () => {
    expect(daysOf(oddIn([10, 10, 10, 10, 20, 20, 10, 10, 10, 10, 10]))).toEqual(['2024-01-05', '2024-01-06']);
    expect(daysOf(oddIn([10, 10, 0, 10, 10]))).toEqual(['2024-01-03']);
  });

  test('a hundred times too high, also where the market moves', () => {
    const moving = [10, 10.2, 10.5, 11, 12, 1250, 13, 13.5, 14, 14.2, 15];
    expect(oddIn(moving)).toEqual([{ day: '2024-01-06', code: czk, rate: 1250, before: 10.5, after: 14 }]);
  });

  test('by held rates that are ten days away', () => {
    const rates = [10, 10, ...Array(8).fill(undefined), 20, ...Array(8).fill(undefined), 10, 10];
    expect(daysOf(oddIn(rates))).toEqual(['2024-01-11']);
  });
});

test('a suspect waits for rates of ten days, no longer', () => {
  const odd = new OddRates(undefined, () => {});
  const add = (at: number, rate: number) =>
    odd.add({ day: addDays(first, at), base: usd, rates: new Map([[czk, rate]]) });
  for (const [at, rate] of [10, 10, 20].entries()) add(at, rate);
  expect(odd.waits).toBe(true);
  add(12, 20);
  expect(odd.waits).toBe(false);
});

/** The rule in the words of the contract, over all rates at once. */
function byTheRule(rates: readonly (number | undefined)[]): Day[] {
  const median = (list: number[]) => {
    const sorted = [...list].sort((a, b) => a - b);
    const half = sorted.length / 2;
    return sorted.length % 2 ? (sorted[half - 0.5] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  };
  const held = (from: number, to: number) =>
    rates.slice(Math.max(0, from), to).filter((rate) => rate !== undefined) as number[];
  return rates.flatMap((x, at) => {
    const before = held(at - 10, at).slice(-5);
    const after = held(at + 1, at + 11).slice(0, 5);
    if (x === undefined || before.length < 2 || after.length < 2) return [];
    const all = [...before, ...after];
    if (all.includes(0)) return [];
    const moves = all.slice(1).map((rate, index) => Math.abs(rate / (all[index] as number) - 1));
    const t = Math.max(0.08, 10 * median(moves));
    const [b, a] = [median(before), median(after)];
    const d = Math.min(Math.abs(x / b - 1), Math.abs(x / a - 1));
    const isOdd = d > t && Math.abs(b / a - 1) < d / 2;
    return isOdd || x === 0 ? [addDays(first, at)] : [];
  });
}

test('days that pass one by one are judged as all at once', () => {
  const rate = fc.option(fc.constantFrom(0, 9, 10, 10.1, 10.2, 10.3, 10.9, 12, 100), { nil: undefined, freq: 4 });
  return alwaysIn(inWhole(3000, 500), [fc.array(rate, { maxLength: 40 })], (rates) => {
    const odd = oddIn(rates).filter(({ after }) => after !== undefined);
    expect(daysOf(odd).sort()).toEqual(byTheRule(rates));
  });
});

/** The thirty that are used most. */
const used =
  'EUR JPY GBP AUD CAD CHF CNY HKD NZD SEK KRW SGD NOK MXN INR RUB ZAR TRY BRL TWD DKK PLN THB IDR HUF CZK ILS CLP PHP AED';

test.skipIf(!hasRealDays)(
  `171 of all real rates are odd, two of them in much used ones since 2020${orSkipped}`,
  async () => {
    const real = new RealDays();
    const found: Odd[] = [];
    const odd = new OddRates(undefined, (one) => found.push(one));
    const tell = () => {};
    for (const day of real.days) {
      const [held] = await real.source.days([day], { alternative: false, tell });
      if (held) odd.add(held);
    }
    odd.end();
    const settled = found.filter(({ after }) => after !== undefined);
    expect(settled).toHaveLength(171);
    const lately = settled.filter(({ day, code }) => day >= '2020' && used.split(' ').includes(code));
    expect(lately.map(({ day, code }) => `${code} ${day}`).sort()).toEqual(['BRL 2024-12-26', 'PLN 2024-01-02']);
    expect(settled).toContainEqual({ day: '2008-01-30', code: czk, rate: 0.17, before: 17.64011, after: 17.47 });
  },
);
