import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Big from 'big.js';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, dayOfWeek } from '../../src/calendar/day.ts';
import { periodOf } from '../../src/calendar/period.ts';
import type { Code } from '../../src/currencies/code.ts';
import { publishedPair } from '../../src/currencies/replaced.ts';
import { figuresOf } from '../../src/rates/aggregate.ts';
import { readAmount, readingsOf } from '../../src/rates/amount.ts';
import { type DecimalMark, meanOf, quotientOf, roundedMean } from '../../src/rates/decimal.ts';
import { rateOn } from '../../src/rates/found-rate.ts';
import { basisOf, nameOfBasis, neededDays, type RateRule } from '../../src/rates/rules.ts';
import { isEcbWorkingDay } from '../../src/sources/ecb.ts';
import { anyDay, asDay } from '../calendar/any.ts';
import { always, alwaysIn } from '../support/always.ts';
import { cases } from '../support/cases.ts';
import { ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const meanings = (text: string) => {
  const all = readAmount(text);
  return all.length > 1 && all.map(({ amount }) => amount);
};

describe('an amount', () => {
  test.each([
    [' 12.5 ', '12.5'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234\u202f567,5', '1234567.5'],
    ...cases(`
      250 = 250   250.00 = 250.00   -5 = -5   +5 = 5   −5 = -5   007 = 7   12,5 = 12.5   .5 = 0.5   ,5 = 0.5
      1,234.50 = 1234.50   1.234,50 = 1234.50   1 234.50 = 1234.50   1 234,50 = 1234.50   1'234.50 = 1234.50
      1’234 = 1234   12,34,567.5 = 1234567.5   1,234,567 = 1234567   1.234.567 = 1234567   1 234,567 = 1234.567
      1.2345 = 1.2345   1234.567 = 1234.567   0.125 = 0.125   0,125 = 0.125   1234,567 = 1234.567   -0.001 = -0.001
    `),
  ])('%j is %s', (text, amount) => expect(readAmount(text ?? '')).toEqual([{ amount, as: '' }]));

  test.each(['1,234', '-12,000', '123,456', '1 234', '-12 000', ' 123 456 '])('%j is one thing or another', (text) => {
    const [whole, comma] = [text.replace(/[ ,]/g, ''), text.trim().replace(/[ ,]/, '.')];
    expect(meanings(text)).toEqual([whole, comma]);
  });

  test.each([
    ...['', '-', '.', ',', '5.', 'e6', '1e', '1e333', '1 k', '1kk', '1m', '1.2.3', '1,2,3', '1,23.4', '1,234,56'],
    ...['1 23', '1 234 56', "1'234 567", '1,234 567', '0,123,456', '--5', '5-', '- -5', '0 125', '1  250', '5 EUR'],
    ...['NaN', 'Infinity', '0x10', '٣', '1_000'],
  ])('%j is none', (text) => expect(readAmount(text)).toEqual([]));
});

describe('an amount whose mark is known', () => {
  const inMark = cases(`
    1.234 = comma = 1234   1,234 = comma = 1.234   1.234,50 = comma = 1234.50   1 234 = point = 1234
    1 234 567 = comma = 1234567   250 = comma = 250   12,5 = comma = 12.5   1.234 = point = 1.234
    1,234 = point = 1234   1,234.50 = point = 1234.50
  `);
  test.each([...inMark, ['1\u00a0234', 'comma', '1234']])('%j with a %s is %s', (text = '', mark, amount) =>
    expect(readAmount(text, mark as DecimalMark)).toEqual([{ amount, as: '' }]),
  );

  const inOther = '1,234.50 = comma   12.5 = comma   1,234,567 = comma   1.234,50 = point   12,5 = point';
  test.each(cases(inOther))('%j with a %s is none', (text, mark) =>
    expect(readAmount(text, mark as DecimalMark)).toEqual([]),
  );
});

const money = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.stringMatching(/^\d{1,2}$/));

test.each([',.', '.,', ' .', ' ,', '’.'])('any sum in groups and with a fraction, by %j, is read as meant', (marks) => {
  const [group = '', point] = marks;
  fc.assert(
    fc.property(money, ([whole, fraction]) => {
      const grouped = `${whole}`.replace(/\B(?=(\d{3})+$)/g, group);
      expect(readAmount(grouped + point + fraction)).toEqual([{ amount: `${whole}.${fraction}`, as: '' }]);
    }),
  );
});

test('of a column, one amount tells by what point it was written', () => {
  const points = (text: string) => readingsOf(text).map(({ point }) => point);
  expect(['1.234', '1,234', '1.234,5', '1,234,567', '1 234', '12'].map(points)).toEqual([
    ...[['.', ','], ['.', ','], [','], ['.'], [undefined], [undefined]],
  ]);
});

const longAfter = asDay('2200-01-01');

describe('the rate of a day rests on', () => {
  const names = cases(`
    day = 2024-01-20 = 2024-01-20 = 1   weekday = 2024-01-17 = 2024-01-17 = 1   weekday = 2024-01-20 = 2024-01-19 = 1
    weekday = 2024-01-21 = 2024-01-19 = 1   weekday-before = 2024-01-17 = 2024-01-16 = 1
    weekday-before = 2024-01-20 = 2024-01-19 = 1   weekday-before = 2024-01-21 = 2024-01-19 = 1
    weekday-before = 2024-01-22 = 2024-01-19 = 1   month-mean = 2024-02-17 = 2024-02 = 29
    month-end = 2024-02-17 = 2024-02-29 = 1   month-end = 2024-02-29 = 2024-02-29 = 1
    previous-month-mean = 2024-03-31 = 2024-02 = 29   previous-month-mean = 2024-01-01 = 2023-12 = 31
    weekday-mean = 2024-02-17 = 2024-02 = 21   quarter-mean = 2024-02-17 = 2024-Q1 = 91
    year-mean = 2024-03-31 = 2024 = 366   last-published = 2024-01-20 = 2024-01-20 = 1
    published-before = 2024-01-20 = 2024-01-19 = 1   quarter-end = 2024-02-17 = 2024-03-31 = 1
    year-end = 2024-02-17 = 2024-12-31 = 1   published-month-mean = 2024-02-17 = 2024-02 = 29
    published-quarter-mean = 2024-02-17 = 2024-Q1 = 91   published-year-mean = 2024-02-17 = 2024 = 366
    previous-month-end = 2024-03-31 = 2024-02-29 = 1   previous-quarter-end = 2024-01-01 = 2023-12-31 = 1
    previous-year-end = 2024-12-31 = 2023-12-31 = 1   previous-quarter-mean = 2024-01-01 = 2023-Q4 = 92
    previous-year-mean = 2024-01-01 = 2023 = 365   previous-weekday-mean = 2024-03-31 = 2024-02 = 21
    previous-published-month-mean = 2024-03-31 = 2024-02 = 29
    previous-published-quarter-mean = 2024-03-31 = 2023-Q4 = 92   previous-published-year-mean = 2024-03-31 = 2023 = 365
  `);
  test.each(names)('%s of %s: %s', (rule, day, name, days) => {
    const source = basisOf(rule as RateRule, asDay(day));
    expect(nameOfBasis(source)).toBe(name);
    expect(neededDays(source, longAfter, longAfter)).toHaveLength(Number(days));
  });

  test('a day from Monday to Friday, at most three days back, under the rules of weekdays', () => {
    const isWeekday = (day: Day) => dayOfWeek(day) !== 0 && dayOfWeek(day) !== 6;
    return always([anyDay], (day) => {
      const [on, before] = [nameOfBasis(basisOf('weekday', day)), nameOfBasis(basisOf('weekday-before', day))];
      expect(isWeekday(on as Day) && isWeekday(before as Day)).toBe(true);
      expect(on <= day && before < day && addDays(before as Day, 3) >= day).toBe(true);
      expect(on).toBe(isWeekday(day) ? day : before);
    });
  });
});

test('the end of a period is its last day with rates', () => {
  const endOf = (rule: RateRule, day: string) => nameOfBasis(basisOf(rule, asDay(day), isEcbWorkingDay));
  expect([endOf('month-end', '2024-03-10'), endOf('quarter-end', '2024-04-10')]).toEqual(['2024-03-28', '2024-06-28']);
  expect([1999, 2001, 2023].map((year) => endOf('year-end', `${year}-05-01`))).toEqual([
    '1999-12-30',
    '2001-12-28',
    '2023-12-29',
  ]);
  expect(endOf('previous-year-end', '2024-01-01')).toBe('2023-12-29');
  expect(nameOfBasis(basisOf('month-end', asDay('2024-03-10'), () => false))).toBe('2024-03-31');
});

const numRuns = inWhole(8000, 100);
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
/** Of any size, with as many digits as a service publishes. */
const rate = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: -16, max: 3 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

test('a quotient is the decimal one, rounded once to 10 digits', () =>
  alwaysIn(numRuns, [rate, rate], (one, other) => {
    expect(quotientOf(one, other)).toBe(new Exact(one).div(other).toSignificantDigits(10).toNumber());
  }));

/** Eleven digits, of which the last is 5. */
const tie = fc
  .tuple(fc.integer({ min: 10 ** 9, max: 10 ** 10 - 1 }), fc.integer({ min: -14, max: 2 }))
  .map(([digits, exponent]) => new Exact(`${digits}5e${exponent}`));
const steps = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 15 });

test('a mean is the decimal one, rounded once to 10 digits, half away from zero', () =>
  alwaysIn(numRuns, [tie, steps], (half, by) => {
    const rates = by.flatMap((each) => {
      const step = half.times(each).times('1e-3');
      return [half.minus(step).toNumber(), half.plus(step).toNumber()];
    });
    expect(meanOf(rates)).toBe(half.plus(half.times('1e-11')).toSignificantDigits(10).toNumber());
  }));

test('a published mean has two decimals at least, since files of banks lack zeros at the end', () =>
  expect(roundedMean(['149.3', '149.4', '149.4'])).toBe('149.37'));

const folder = join(import.meta.dirname, '../../../shared/data/published');
const [daily, means] = ['fed-daily.csv.gz', 'fed-monthly.csv'].map((name) => join(folder, name)) as [string, string];
const orSkipped = existsSync(means) ? '' : ' (skipped: they are not in ../shared/data)';

test.skipIf(orSkipped)(`means that the Federal Reserve publishes come out of its daily rates${orSkipped}`, () => {
  const rowsIn = (csv: string) => Array.from(csv.trimEnd().split(/\r?\n/), (line) => line.split(','));
  const months = new Map<string, Map<string, Record<string, number>>>();
  for (const [day = '', , quote = '', rate = ''] of rowsIn(gunzipSync(readFileSync(daily)).toString())) {
    if (!/^\d/.test(rate)) continue;
    const days = months.get(day.slice(0, 7)) ?? new Map();
    months.set(day.slice(0, 7), days.set(day, { ...days.get(day), [quote]: Number(rate) }));
  }
  const [, ...published] = rowsIn(readFileSync(means, 'utf8'));
  const all = published.map(([month = '', , text = '', mean = '']) => {
    const quote = text as Code;
    const days = Array.from(months.get(month) ?? [], ([day, rates]) => ratesOf(day, rates));
    const first = asDay(`${month}-01`);
    const period = periodOf(first, 'month');
    const { pairs } = figuresOf(period, days, { end: period.last, symbols: [quote], of: days.length, take: 'mean' });
    const computed = new Big(pairs.get(quote)?.mean.rate ?? 0).toFixed(mean.split('.')[1]?.length, Big.roundHalfUp);
    const pair = publishedPair('USD' as Code, quote, first);
    const rate = rateOn(pair, basisOf('published-month-mean', first), days);
    return { month, quote, mean, computed, rate: rate && 'rate' in rate ? rate : undefined };
  });
  expect(all.filter(({ mean, computed }) => computed !== mean)).toEqual([]);
  expect(all).toHaveLength(1356);
  // it has four decimals, whatever its rates have
  expect(all.filter(({ mean, rate }) => Number(mean) === Number(rate?.rate))).toHaveLength(922);
  expect(all.every(({ rate }) => rate?.derived === false)).toBe(true);
});
