import { describe, expect, test } from 'vitest';
import { BadFile } from '../../src/annotate/csv-file.ts';
import { dayOrders, dayReader } from '../../src/annotate/days.ts';
import { readAmounts } from '../../src/annotate/entry.ts';
import { twoWays } from '../../src/annotate/survey.ts';
import { decimalMarks } from '../../src/rates/decimal.ts';

describe('a day', () => {
  const readDay = dayReader(undefined);
  const read = (text: string) => Object.values(readDay(text));

  test.each([
    '2024-01-17',
    '2024-01-17T10:00:00Z',
    '2024-01-17 10:00',
    '2024-01-17  9:05:00.000 +0200',
    ' 2024-01-17 ',
    '17.01.2024',
    '17.1.2024 10:00',
    '20240117',
    '20240117T100000Z',
  ])('can be written %j', (text) => expect(read(text)).toEqual(['2024-01-17', '2024-01-17']));

  test.each([
    ['17/01/2024', '2024-01-17', undefined],
    ['01/17/2024 10:00', undefined, '2024-01-17'],
    ['1/7/2024', '2024-07-01', '2024-01-07'],
    ['05/05/2024', '2024-05-05', '2024-05-05'],
    ['29/02/2024', '2024-02-29', undefined],
    ['31/02/2024', undefined, undefined],
  ])('with slashes begins with the day or the month: %j', (text, first, second) =>
    expect(read(text)).toEqual([first, second]),
  );

  test.each([
    '',
    'soon',
    '2024-02-30',
    '2024-1-7',
    '2024-01-17x',
    '17.01.24',
    '17.13.2024',
    '2024-01-17 noon',
    '20241301',
    '1705488000',
    '99991231235959',
  ])('is not %j', (text) => expect(read(text)).toEqual([undefined, undefined]));

  test('is written in one form alone, if that is known', () => {
    expect(dayReader('MM/DD/YYYY')('01/02/2024')).toEqual({
      'DD/MM/YYYY': undefined,
      'MM/DD/YYYY': '2024-01-02',
    });
    expect(dayReader('YYYYMMDD')('2024-01-17')['DD/MM/YYYY']).toBeUndefined();
  });
});

describe('an amount', () => {
  test.each([
    ['1234.50', '1234.50', undefined],
    ['1.234,50', undefined, '1234.50'],
    ['-12,5', undefined, '-12.5'],
    ['1.234', '1.234', '1234'],
    ['1,234', '1234', '1.234'],
    ['1 234', '1234', '1234'],
    ['12', '12', '12'],
    ['007', '7', '7'],
    ['(12.00)', '-12.00', undefined],
    [' ( 1.234,50 ) ', undefined, '-1234.50'],
    ['(-5)', undefined, undefined],
    ['()', undefined, undefined],
    ['12 EUR', undefined, undefined],
    ['', undefined, undefined],
    ['9'.repeat(101), undefined, undefined],
  ])('%j', (text, point, comma) => {
    expect(readAmounts(text)).toEqual({ point, comma });
    expect(readAmounts(text, 'point')).toEqual({ point, comma: undefined });
    expect(readAmounts(text, 'comma')).toEqual({ point: undefined, comma });
  });
});

describe('a column that can be read in two ways', () => {
  function decided(...texts: string[]) {
    const points = twoWays(decimalMarks, 'amounts');
    for (const [at, text] of texts.entries()) points.see(readAmounts(text), text, at + 2);
    return points.decide();
  }
  const refusal = (...texts: string[]) => {
    try {
      return decided(...texts);
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      return error.trouble;
    }
  };

  test('is read as its clear cells show', () => {
    expect(decided('1.234', '1.50')).toBe('point');
    expect(decided('1.234', '1,50')).toBe('comma');
    expect(decided('12', '1 234')).toBe('point');
    expect(decided('x', '')).toBe('point');
    expect(decided()).toBe('point');
  });

  test('is refused where nothing shows it, or cells differ', () => {
    expect(refusal('12', '1.234', '1,234')).toEqual({
      is: 'two readings',
      what: 'amounts',
      ways: ['point', 'comma'],
      cells: [{ text: '1.234', line: 3 }],
    });
    expect(refusal('1.50', '1.234', '1,50')).toEqual({
      is: 'two kinds',
      what: 'amounts',
      ways: ['point', 'comma'],
      cells: [
        { text: '1.50', line: 2 },
        { text: '1,50', line: 4 },
      ],
    });
  });

  test('is the same for days', () => {
    const orders = twoWays(dayOrders, 'days');
    const readDay = dayReader(undefined);
    for (const text of ['2024-01-17', '05/05/2024', '01/02/2024']) orders.see(readDay(text), text, 2);
    expect(() => orders.decide()).toThrow('two readings');
    orders.see(readDay('12/31/2024'), '12/31/2024', 5);
    expect(orders.decide()).toBe('MM/DD/YYYY');
  });
});
