import { describe, expect, test } from 'vitest';
import { amountReader } from '../../src/annotate/amounts.ts';
import { BadFile } from '../../src/annotate/csv-file.ts';
import { dayOrders, dayReader } from '../../src/annotate/days.ts';
import { twoWays } from '../../src/annotate/survey.ts';
import { decimalMarks } from '../../src/rates/decimal.ts';

describe('a column that can be read in two ways', () => {
  const readAmount = amountReader(undefined, (code) => code === 'EUR');

  function decided(...texts: string[]) {
    const points = twoWays(decimalMarks, 'amounts');
    for (const [at, text] of texts.entries()) points.see(readAmount(text), text, at + 2);
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
    expect(decided('$1.234', '12,90 €')).toBe('comma');
    expect(decided("1'000.–", '1.234')).toBe('point');
    expect(decided('12 EUR', '(5)')).toBe('point');
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
    orders.see(readDay('12-31-24'), '12-31-24', 5);
    expect(orders.decide()).toBe('MDY');
  });
});
