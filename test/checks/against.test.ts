import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { Comparison } from '../../src/checks/against.ts';
import type { Finding } from '../../src/checks/finding.ts';
import type { Code } from '../../src/rates/code.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { euro } from '../../src/sources/ecb/bank.ts';
import { ratesOf } from '../output/days.ts';
import { hasRealDays, RealDays } from '../support/real-days.ts';

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
    const comparison = compare([
      { USD: 1, EUR: 0.9, PLN: 4.6, GBP: 0.79 },
      { USD: 1.25, PLN: 5, GBP: 0.99 },
    ]);
    expect(told(comparison)).toEqual([
      ['differs', 'PLN', start, start, 4.6, 4],
      ['differs', 'EUR', start, start, 0.9, 0.8],
    ]);
    expect(comparison.pairs).toBe(3);
  });

  test('that one of both lacks is no pair, and a day without the dollar has none', () => {
    const comparison = compare(
      [
        { USD: 1, EUR: 0.5, AED: 3.67 },
        { USD: 2, BGN: 1.96 },
      ],
      [{ EUR: 0.9 }, { PLN: 4 }],
    );
    expect([told(comparison), comparison.pairs, comparison.median()]).toEqual([[], 1, 0]);
  });

  test('differs from the threshold on, whichever is the larger', () => {
    expect(told(ofZloty([104.9, 100], [100, 104.9]))).toEqual([]);
    expect(told(ofZloty([105.1, 100]))).toHaveLength(1);
    expect(told(ofZloty([100, 105.1]))).toHaveLength(1);
  });

  test('of 0 is the furthest from any', () => {
    const comparison = ofZloty([33, 0.03], [4, 4], [0, 4]);
    expect(told(comparison)).toEqual([
      ['differs', 'PLN', day(2), day(2), 0, 4],
      ['differs', 'PLN', start, start, 33, 0.03],
    ]);
  });
});

describe('a finding', () => {
  test('has all neighbouring days, and the rates of the worst', () => {
    expect(told(ofZloty([4, 4], [4.4, 4], [2, 4], [4.4, 4], [4, 4], [5, 4]))).toEqual([
      ['differs', 'PLN', day(1), day(3), 2, 4],
      ['differs', 'PLN', day(5), day(5), 5, 4],
    ]);
  });

  test('is not parted by days that one side lacks', () => {
    const days = [
      [5, 4],
      [undefined, 4],
      [5, undefined],
      [5, 4],
    ] as const;
    expect(told(ofZloty(...days))).toEqual([['differs', 'PLN', day(0), day(3), 5, 4]]);
  });
});

test('half of the pairs are no further apart than the median', () => {
  expect(compare().median()).toBeUndefined();
  const rate = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 50 }), (rates) => {
      const comparison = compare(...rates.map((EUR) => [{ EUR }, { USD: 1 }] as const));
      const apart = rates.map((each) => Math.max(each, 1) / Math.min(each, 1) - 1);
      const median = comparison.median() ?? Number.NaN;
      expect(apart.filter((each) => each <= median).length).toBeGreaterThanOrEqual(rates.length / 2);
      expect(apart.filter((each) => each >= median).length).toBeGreaterThanOrEqual(rates.length / 2);
    }),
  );
});

const bankFile = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
const isThere = hasRealDays && existsSync(bankFile);
const orSkipped = isThere ? '' : ' (skipped: the real days are not in ../shared/data)';

describe.skipIf(!isThere)(`the real days beside the bank's${orSkipped}`, () => {
  test('of 2020 to 2026 are near them, but for ten findings', () => {
    const comparison = compareReal('2020', '2026');
    const findings = comparison.end();
    expect(comparison.pairs).toBe(48_862);
    expect(comparison.median()?.toFixed(4)).toBe('0.0018');
    expect(findings).toHaveLength(10);
    expect(findings[1]).toMatchObject({ codes: ['PLN'], start: '2024-01-02', end: '2024-01-02' });
  });

  test('of 1999 to 2012 have roubles that were inverted for years, in two findings', () => {
    const findings = compareReal('1999', '2012').end();
    const roubles = findings.filter(({ codes }) => codes.includes('RUB' as Code));
    expect(findings.slice(0, 2)).toEqual(roubles);
    expect(roubles.map(({ start, end }: Finding) => [start, end])).toEqual([
      ['2005-04-01', '2011-11-07'],
      ['2011-11-09', '2011-11-14'],
    ]);
    expect(findings).toHaveLength(75);
  });
});

function compareReal(first: string, last: string): Comparison {
  const comparison = new Comparison(0.05);
  const bank = bankDays();
  const real = new RealDays();
  for (const day of real.days) {
    const other = bank.get(day);
    const isMeant = day.slice(0, 4) >= first && day.slice(0, 4) <= last;
    if (!isMeant || !other) continue;
    const rates = Array.from(real.published(day), ([code, rate]) => [code, Number(rate)] as const);
    comparison.add(ratesOf(day, Object.fromEntries(rates)), other);
  }
  return comparison;
}

/** Of a zip: its local header tells where the data begins, its directory how long they are. */
function bankDays(): ReadonlyMap<string, DayRates> {
  const zip = readFileSync(bankFile);
  const directory = zip.lastIndexOf('PK\x01\x02');
  const begin = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const csv = inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(directory + 20))).toString();
  const [[, ...codes] = [], ...rows] = csv.split('\n').map((line) => line.split(','));
  return new Map(
    rows.map(([day = '', ...cells]) => {
      const rates = codes.flatMap((code, at) =>
        /^\d/.test(cells[at] ?? '') ? [[code, Number(cells[at])] as const] : [],
      );
      return [day, ratesOf(day, Object.fromEntries(rates), { base: euro })];
    }),
  );
}
