import { expect, test } from 'vitest';
import { rateAmong } from '../../src/convert/which-rate.ts';
import { basisOf } from '../../src/periods/rate-rules.ts';
import type { Code } from '../../src/rates/code.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { asDay } from '../calendar/any.ts';

const basis = basisOf('published-month-mean', asDay('2024-01-17'));

/** Of the dollar 1.0945, 1.0882 and 1.088, of the yen 159.67, 159.64 and none. */
const days = [{ USD: 1.0945, JPY: 159.67 }, { USD: 1.0882, JPY: 159.64 }, { USD: 1.088 }].map((rates, at) => ({
  day: asDay(`2024-01-1${5 + at}`),
  base: 'EUR' as Code,
  rates: new Map(Object.entries(rates) as [Code, number][]),
}));

const found = (from: string, to: string, some: readonly DayRates[] = days) => {
  const { rate, of, origin } = rateAmong(basis, some, from as Code, to as Code) ?? {};
  return { rate, of, days: origin?.days.length, derived: origin?.derived };
};

test('in their own direction, published rates have a mean with the most decimals that they have', () => {
  expect(found('EUR', 'USD')).toEqual({ rate: '1.0902', of: undefined, days: 3, derived: false });
  // 159.655 is a tie
  expect(found('EUR', 'JPY')).toEqual({ rate: '159.66', of: undefined, days: 2, derived: false });
});

test('the other way round, and between two of them, means are divided', () => {
  const inverse = { dividend: '1', divisor: '1.0902' };
  expect(found('USD', 'EUR')).toEqual({ rate: '0.9172628875', of: inverse, days: 3, derived: true });
  // of the days that have both
  const cross = { dividend: '159.66', divisor: '1.0914' };
  expect(found('USD', 'JPY')).toEqual({ rate: '146.2891699', of: cross, days: 2, derived: true });
});

test('so they are where the pivot is the quote', () => {
  const quoted = days.map(({ base, ...day }) => ({ ...day, quote: base }));
  expect(found('USD', 'EUR', quoted)).toMatchObject({ rate: '1.0902', derived: false });
  expect(found('EUR', 'USD', quoted)).toMatchObject({ of: { dividend: '1', divisor: '1.0902' }, derived: true });
});

test('without a day there is none', () => expect(found('EUR', 'GBP')).toMatchObject({ rate: undefined }));
