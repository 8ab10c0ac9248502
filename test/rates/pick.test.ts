import { expect, test } from 'vitest';
import type { Code } from '../../src/rates/code.ts';
import { pick } from '../../src/rates/day-rates.ts';
import { ratesOf } from '../support/rates.ts';

const day = ratesOf('2024-02-29', { EUR: 0.92, GBP: 0.79, ZWD: 0 }, { license: 'of the day' });
const picked = (...codes: string[]) => [...pick(day, codes as Code[]).rates].join(' ');

test('the symbols come in the order asked for, each once', () =>
  expect(picked('GBP', 'EUR', 'GBP')).toBe('GBP,0.79 EUR,0.92'));

test('what the day lacks is left out, a rate of 0 is not', () =>
  expect([picked('QQQ', 'ZWD'), picked()]).toEqual(['ZWD,0', '']));

test('the rest of the day stays', () =>
  expect(pick(day, [])).toMatchObject({ day: '2024-02-29', base: 'USD', license: 'of the day' }));
