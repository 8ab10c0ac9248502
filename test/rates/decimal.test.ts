import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain } from '../../src/rates/decimal.ts';
import { always } from '../support/always.ts';

test('a decimal has the digits of the number, and no exponent', () =>
  always([fc.double({ noNaN: true, noDefaultInfinity: true })], (number) => {
    const text = plain(number);
    expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
    expect(Number(text)).toBe(number + 0);
    if (!String(number).includes('e')) expect(text).toBe(String(number));
  }));
