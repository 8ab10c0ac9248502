import { describe, expect, test } from 'vitest';
import { amountReader, oneOf } from '../../src/annotate/cells.ts';

const cell = amountReader('point', () => true);

describe('of a debit and a credit', () => {
  test.each([
    ['12.90', '', '-12.90'],
    ['-12.90', '', '-12.90'],
    ['', '12.90', '12.90'],
    ['', '-12.90', '-12.90'],
    ['0.00', '5', '5'],
    ['0.00', '', 'neither'],
    ['0', '-0.0', 'neither'],
    ['5', '6', 'both'],
    ['-5', '0.01', 'both'],
  ])('%j and %j: %s', (debit, credit, expected) => {
    const { point, problem } = oneOf(cell(debit), cell(credit));
    expect(problem?.reason ?? point).toBe(expected);
  });

  test('what cannot be read is no amount, and is shown', () => {
    for (const both of ['x|', '|x', 'x|5', '5|x', '0|x']) {
      const [debit = '', credit = ''] = both.split('|');
      expect(oneOf(cell(debit), cell(credit))).toMatchObject({ text: 'x' });
    }
  });
});
