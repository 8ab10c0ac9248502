import { describe, expect, test } from 'vitest';
import { amountReader } from '../../src/annotate/amounts.ts';
import { dayOrders, dayReader } from '../../src/annotate/days.ts';
import { twoWays } from '../../src/annotate/survey.ts';
import { failureIn } from '../../src/errors.ts';
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
      const { message, hints } = failureIn(error);
      return [message, ...hints];
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
    expect(refusal('12', '1.234', '1,234')).toEqual([
      'the amounts can be read in two ways, such as "1.234" in line 3',
      '--decimal point or --decimal comma says which',
    ]);
    expect(refusal('1.50', '1.234', '1,50')).toEqual([
      'the amounts are of two kinds: "1.50" in line 2 and "1,50" in line 4',
      '--decimal point or --decimal comma reads one kind and leaves the other out',
    ]);
  });

  test('is the same for days', () => {
    const orders = twoWays(dayOrders, 'days');
    const readDay = dayReader(undefined);
    for (const text of ['2024-01-17', '05/05/2024', '01/02/2024']) orders.see(readDay(text), text, 2);
    expect(() => orders.decide()).toThrow('the days can be read in two ways, such as "01/02/2024" in line 2');
    orders.see(readDay('12-31-24'), '12-31-24', 5);
    expect(orders.decide()).toBe('MDY');
  });
});
