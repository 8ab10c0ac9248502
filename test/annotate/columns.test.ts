import { describe, expect, test } from 'vitest';
import { amountReader } from '../../src/annotate/amounts.ts';
import { dayOrders, dayReader } from '../../src/annotate/days.ts';
import { Ways } from '../../src/annotate/ways.ts';
import type { Day } from '../../src/calendar/day.ts';
import { failureIn } from '../../src/errors.ts';
import { decimalMarks } from '../../src/rates/decimal.ts';

const refusal = (decide: () => unknown) => {
  try {
    return decide();
  } catch (error) {
    const { message, hints } = failureIn(error);
    return [message, ...hints];
  }
};

describe('a column of amounts', () => {
  const readAmount = amountReader(undefined, (code) => code === 'EUR');

  function decided(...texts: string[]) {
    const points = new Ways(decimalMarks, 'amounts');
    for (const [at, text] of texts.entries()) points.see(readAmount(text), text, at + 2);
    return points.decide().way;
  }

  test('is read as its clear cells show', () => {
    for (const texts of [
      ['1.234', '1,50'],
      ['$1.234', '12,90 €'],
    ])
      expect(decided(...texts)).toBe('comma');
    const points = [['1.234', '1.50'], ['12', '1 234'], ['x', ''], ["1'000.–", '1.234'], ['12 EUR', '(5)'], []];
    for (const texts of [...points, ['0.125', '1.000']]) expect(decided(...texts)).toBe('point');
  });

  test('is refused where nothing shows it, or cells differ', () => {
    expect(refusal(() => decided('12', '1.234', '1,234'))).toEqual([
      'the amounts can be read in two ways, such as "1.234" in line 3: 1.234 (point) or 1234 (comma)',
      '--decimal point or --decimal comma says which',
    ]);
    expect(refusal(() => decided('1.50', '1.234', '1,50'))).toEqual([
      'the amounts are of two kinds: "1.50" in line 2 and "1,50" in line 4',
      '--decimal point or --decimal comma reads one kind and leaves the other out',
    ]);
  });
});

describe('a column of days', () => {
  const readDay = dayReader(undefined);

  function decision(...texts: string[]) {
    const orders = new Ways(dayOrders, 'days', (day: Day) => day > '2026-11-20');
    for (const [at, text] of texts.entries()) orders.see(readDay(text), text, at + 2);
    return orders.decide();
  }

  test.each([
    ['DMY', []],
    ['DMY', ['2024-01-17', '17.01.24', '1 Feb 2024', 'soon', '']],
    ['DMY', ['01/02/2024', '31/12/2024']],
    ['MDY', ['05/05/2024', '01/02/2024', '12-31-24']],
    ['MDY', ['04/03/01', '01/17/24']],
    ['DMY', ['04/03/01', '17/01/2024']],
    ['YMD', ['04/03/01', '00/12/31', '00/11/30']],
    // still to come, and yet readable
    ['MDY', ['05/05/2024', '12/31/2026']],
    ['YMD', ['24-03-01', '00-02-29', '99-12-01']],
  ])('is %s for %j', (order, texts) => {
    expect(decision(...texts)).toEqual({ way: order, note: undefined });
  });

  test.each([
    ['YMD', ['24-03-01', '24-03-31'], '"24-03-31" in line 3', 'DMY'],
    ['DMY', ['17/01/24', '31/01/24', '31/02/24'], '"31/01/24" in line 3', 'YMD'],
    ['MDY', ['01/02/2024', '05/12/2026'], '"05/12/2026" in line 3', 'DMY'],
    ['DMY', ['17/01/24', '31/01/24', '31/04/24'], '"31/01/24" in line 3', 'YMD'],
  ])('is %s for %j, as a note says, where a day would be to come otherwise', (order, texts, place, other) => {
    const note = `the days are read as ${order}: as ${other}, ${place} is still to come`;
    expect(decision(...texts)).toEqual({ way: order, note });
  });

  const ymd = '2024-03-01 (YMD)';
  test.each([
    [['24-03-01'], 'two', '"24-03-01" in line 2', `2001-03-24 (DMY) or ${ymd}`, ['DMY', 'YMD']],
    [['24/03/01', '23/11/05'], 'two', '"24/03/01" in line 2', `2001-03-24 (DMY) or ${ymd}`, ['DMY', 'YMD']],
    [['5/5/24', '01/02/2024'], 'two', '"01/02/2024" in line 3', '2024-02-01 (DMY) or 2024-01-02 (MDY)', ['DMY', 'MDY']],
    [['05/05/24'], 'two', '"05/05/24" in line 2', '2024-05-05 (DMY) or 2005-05-24 (YMD)', ['DMY', 'YMD']],
    [
      ['05/05/24', '04/03/01'],
      'three',
      '"04/03/01" in line 3',
      '2001-03-04 (DMY), 2001-04-03 (MDY) or 2004-03-01 (YMD)',
      ['DMY', 'MDY', 'YMD'],
    ],
    // a day that is to come in one order, and another one in the other, show nothing
    [['24-03-31', '27-01-05'], 'two', '"24-03-31" in line 2', '2031-03-24 (DMY) or 2024-03-31 (YMD)', ['DMY', 'YMD']],
    [['08/01/2027'], 'two', '"08/01/2027" in line 2', '2027-01-08 (DMY) or 2027-08-01 (MDY)', ['DMY', 'MDY']],
    // nor does one that is to come in all
    [['05/04/24', '31/04/24'], 'three', '"05/04/24" in line 2', '', ['DMY', 'MDY', 'YMD']],
  ])('%j can be read in %s ways', (texts, count, place, readings, orders) => {
    const said = refusal(() => decision(...texts)) as string[];
    expect(said[0]).toContain(`the days can be read in ${count} ways, such as ${place}: ${readings}`);
    const options = orders.map((order) => `--date-format ${order}`);
    expect(said[1]).toBe(`${options.slice(0, -1).join(', ')} or ${options.at(-1)} says which`);
  });

  test('of two kinds is refused', () => {
    expect(refusal(() => decision('13/03/01', '2024-01-17', '03/13/01'))).toEqual([
      'the days are of two kinds: "13/03/01" in line 2 and "03/13/01" in line 4',
      '--date-format DMY or --date-format MDY reads one kind and leaves the other out',
    ]);
  });
});
