import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../../src/calendar/day.ts';
import { euro, usd } from '../../../src/currencies/code.ts';
import { type ComparedDays, compareDays } from '../../../src/rates/checks.ts';
import { relativeTo } from '../../../src/rates/day-rates.ts';
import { ratesOf } from '../../output/days.ts';

type Rates = Readonly<Record<string, number>>;

const start = '2024-01-15' as Day;
const day = (at: number) => addDays(start, at);

/** Of days in a row; relative to USD, beside rates relative to EUR. */
function compare(...days: readonly (readonly [held: Rates, bank: Rates])[]): Promise<ComparedDays> {
  const pairs = days.map(([held, bank], at) => {
    const theirs = relativeTo(ratesOf(day(at), bank, { base: euro }), { base: usd });
    return [ratesOf(day(at), held), theirs] as const;
  });
  return compareDays(pairs, 0.05);
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

const told = ({ findings }: ComparedDays) =>
  findings.map(({ kind, codes, start, end, figures }) => [kind, codes.join(), start, end, ...figures]);

describe('a rate', () => {
  test('is set beside the one that follows from the euro, the euro itself too', async () => {
    const bank = { USD: 1.25, PLN: 5, GBP: 0.99 };
    const comparison = await compare([{ USD: 1, EUR: 0.9, PLN: 4.6, GBP: 0.79 }, bank]);
    expect(told(comparison)).toEqual([
      ['differs', 'PLN', start, start, 4.6, 4],
      ['differs', 'EUR', start, start, 0.9, 0.8],
    ]);
    expect(comparison.pairs).toBe(3);
  });

  test('that one of both lacks is no pair, and a day without the dollar has none', async () => {
    const lacking = { held: { USD: 1, EUR: 0.5, AED: 3.67 }, bank: { USD: 2, BGN: 1.96 } };
    const comparison = await compare([lacking.held, lacking.bank], [{ EUR: 0.9 }, { PLN: 4 }]);
    expect([told(comparison), comparison.pairs, comparison.median]).toEqual([[], 1, 0]);
  });

  test("differs from the threshold on, above or below, as a part of the bank's", async () => {
    expect(told(await ofZloty([104.9, 100], [95.1, 100], [100, 105.1]))).toEqual([]);
    expect(told(await ofZloty([105.1, 100]))).toHaveLength(1);
    expect(told(await ofZloty([94.9, 100]))).toHaveLength(1);
  });
});

describe('a finding', () => {
  test('has all neighbouring days, and the rates of the worst', async () =>
    expect(told(await ofZloty([4, 4], [4.4, 4], [2, 4], [4.4, 4], [4, 4], [5, 4]))).toEqual([
      ['differs', 'PLN', day(1), day(3), 2, 4],
      ['differs', 'PLN', day(5), day(5), 5, 4],
    ]));
});
