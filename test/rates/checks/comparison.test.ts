import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import { euro } from '../../../src/currencies/code.ts';
import { Comparison } from '../../../src/rates/checks/comparison.ts';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { parseFile } from '../../../src/sources/ecb.ts';
import { ratesOf } from '../../output/days.ts';
import { always } from '../../support/always.ts';
import { hasRealDays, RealDays } from '../../support/real-days.ts';

type Rates = Readonly<Record<string, number>>;

const start = '2024-01-15' as Day;
const day = (at: number) => addDays(start, at);

/** Of days in a row; relative to USD, beside rates relative to EUR. */
function compare(...days: readonly (readonly [held: Rates, bank: Rates])[]): Comparison {
  const comparison = new Comparison(0.05);
  days.forEach(([held, bank], at) => {
    comparison.add(ratesOf(day(at), held), ratesOf(day(at), bank, { base: euro }));
  });
  return comparison;
}

/** Rates of the same code on days in a row; undefined: it has none. */
const ofZloty = (...days: readonly (readonly [held: number | undefined, bank: number | undefined])[]) =>
  compare(
    ...days.map(([held, bank]) => {
      const pln = (rate: number | undefined): Rates => (rate === undefined ? {} : { PLN: rate });
      return [
        { USD: 1, EUR: 0.5, ...pln(held) },
        { USD: 2, ...pln(bank && bank * 2) },
      ] as const;
    }),
  );

const told = (comparison: Comparison) =>
  comparison.end().map(({ kind, codes, start, end, figures }) => [kind, codes.join(), start, end, ...figures]);

describe('a rate', () => {
  test('is set beside the one that follows from the euro, the euro itself too', () => {
    const bank = { USD: 1.25, PLN: 5, GBP: 0.99 };
    const comparison = compare([{ USD: 1, EUR: 0.9, PLN: 4.6, GBP: 0.79 }, bank]);
    expect(told(comparison)).toEqual([
      ['differs', 'PLN', start, start, 4.6, 4],
      ['differs', 'EUR', start, start, 0.9, 0.8],
    ]);
    expect(comparison.pairs).toBe(3);
  });

  test('that one of both lacks is no pair, and a day without the dollar has none', () => {
    const lacking = { held: { USD: 1, EUR: 0.5, AED: 3.67 }, bank: { USD: 2, BGN: 1.96 } };
    const comparison = compare([lacking.held, lacking.bank], [{ EUR: 0.9 }, { PLN: 4 }]);
    expect([told(comparison), comparison.pairs, comparison.median()]).toEqual([[], 1, 0]);
  });

  test("differs from the threshold on, above or below, as a part of the bank's", () => {
    expect(told(ofZloty([104.9, 100], [95.1, 100], [100, 105.1]))).toEqual([]);
    expect(told(ofZloty([105.1, 100]))).toHaveLength(1);
    expect(told(ofZloty([94.9, 100]))).toHaveLength(1);
  });

  test("of 0 is the furthest below, and one of more than twice the bank's is further still", () => {
    const comparison = ofZloty([0.03, 33], [4, 4], [0, 4], [4, 4], [8.1, 4]);
    expect(told(comparison)).toEqual([
      ['differs', 'PLN', day(4), day(4), 8.1, 4],
      ['differs', 'PLN', day(2), day(2), 0, 4],
      ['differs', 'PLN', start, start, 0.03, 33],
    ]);
  });
});

describe('a finding', () => {
  test('has all neighbouring days, and the rates of the worst', () =>
    expect(told(ofZloty([4, 4], [4.4, 4], [2, 4], [4.4, 4], [4, 4], [5, 4]))).toEqual([
      ['differs', 'PLN', day(1), day(3), 2, 4],
      ['differs', 'PLN', day(5), day(5), 5, 4],
    ]));

  test('is not parted by days that one side lacks', () => {
    const comparison = ofZloty([5, 4], [undefined, 4], [5, undefined], [5, 4]);
    expect(told(comparison)).toEqual([['differs', 'PLN', day(0), day(3), 5, 4]]);
  });
});

test('half of the pairs are no further apart than the median', () => {
  expect(compare().median()).toBeUndefined();
  const rate = fc.double({ min: 0.01, max: 100, noNaN: true });
  return always([fc.array(rate, { minLength: 1, maxLength: 50 })], (rates) => {
    const comparison = compare(...rates.map((EUR) => [{ EUR }, { USD: 1 }] as const));
    const apart = rates.map((each) => Math.abs(each - 1));
    const median = comparison.median() ?? Number.NaN;
    expect(apart.filter((each) => each <= median).length).toBeGreaterThanOrEqual(rates.length / 2);
    expect(apart.filter((each) => each >= median).length).toBeGreaterThanOrEqual(rates.length / 2);
  });
});

const bankFile = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
const isThere = hasRealDays && existsSync(bankFile);
const orSkipped = isThere ? '' : ' (skipped: the real days are not in ../shared/data)';

describe.skipIf(!isThere)(`the real days beside the bank's${orSkipped}`, () => {
  test('of 2020 to 2026 are near them, but for eleven pairs in nine findings', async () => {
    const both = await realDays('2020', '2026');
    const comparison = compareAll(both);
    const findings = comparison.end();
    expect([comparison.pairs, comparison.median()?.toFixed(4)]).toEqual([48_862, '0.0018']);
    expect([pairsApart(both).length, findings.length]).toEqual([11, 9]);
    expect(findings[1]).toMatchObject({ codes: ['PLN'], start: '2024-01-02', end: '2024-01-02' });
  });
});

type Both = readonly [held: DayRates, bank: DayRates];

function compareAll(days: readonly Both[]): Comparison {
  const comparison = new Comparison(0.05);
  for (const both of days) comparison.add(...both);
  return comparison;
}

/** Those of neighbouring days are not joined. */
const pairsApart = (days: readonly Both[]) => days.flatMap((both) => compareAll([both]).end());

/** The days that both have. */
async function realDays(firstYear: string, lastYear: string): Promise<Both[]> {
  const real = new RealDays();
  const inFile = await parseFile(readFileSync(bankFile), { last: '2026-04-13' as Day });
  return inFile.flatMap((bank) => {
    const rates = Array.from(real.published(bank.day), ([code, rate]) => [code, Number(rate)] as const);
    const year = bank.day.slice(0, 4);
    const isMeant = year >= firstYear && year <= lastYear && rates.length > 0;
    return isMeant ? [[ratesOf(bank.day, Object.fromEntries(rates)), bank] as const] : [];
  });
}
