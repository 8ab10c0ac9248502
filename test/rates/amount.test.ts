import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount, readingsOf } from '../../src/rates/amount.ts';
import type { DecimalMark } from '../../src/rates/decimal.ts';
import { cases } from '../support/cases.ts';

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
