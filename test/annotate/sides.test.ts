import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountReader } from '../../src/annotate/amounts.ts';
import { oneOf } from '../../src/annotate/sides.ts';
import { always } from '../support/always.ts';

const readAmount = amountReader('point', () => true);
const cell = (text: string) => ({ text, readings: readAmount(text) });

describe('of a debit and a credit', () => {
  test.each([
    ['12.90', '', '-12.90'],
    ['-12.90', '', '-12.90'],
    ['(12.90)', ' ', '-12.90'],
    ['', '12.90', '12.90'],
    ['', '-12.90', '-12.90'],
    ['0.00', '5', '5'],
    ['5', '0', '-5'],
    ['0.00', '', 'neither'],
    ['', '', 'neither'],
    ['0', '-0.0', 'neither'],
    ['5', '6', 'both'],
    ['-5', '0.01', 'both'],
  ])('%j and %j: %s', (debit, credit, expected) => {
    const { readings, lacks } = oneOf(cell(debit), cell(credit));
    expect(lacks ?? readings.point).toBe(expected);
  });

  test('what cannot be read is no amount, and is shown', () => {
    for (const both of ['x|', '|x', 'x|5', '5|x', '0|x']) {
      const [debit = '', credit = ''] = both.split('|');
      expect(oneOf(cell(debit), cell(credit))).toEqual(cell('x'));
    }
  });

  test('one is taken as it would be alone, but for the sign of the debit', () => {
    const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => (cents / 100).toFixed(2));
    const nothing = fc.constantFrom('', ' ', '0', '0.00', '-0');
    return always([amount, fc.constantFrom('', '-', '+'), nothing], (text, sign, none) => {
      expect(oneOf(cell(sign + text), cell(none)).readings.point).toBe(`-${text}`);
      expect(oneOf(cell(none), cell(sign + text))).toEqual(cell(sign + text));
    });
  });
});
