import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/rates/code.ts';
import { pick } from '../../src/rates/day-rates.ts';
import { usd } from '../../src/sources/oxr/service.ts';

const day = {
  day: '2024-02-29' as Day,
  base: usd,
  rates: new Map<Code, number>([
    ['EUR' as Code, 0.92],
    ['GBP' as Code, 0.79],
    ['ZWD' as Code, 0],
  ]),
  license: 'of the day',
};
const picked = (...codes: string[]) => [...pick(day, codes as Code[]).rates];

test('the symbols come in the order asked for, each once', () => {
  expect(picked('GBP', 'EUR', 'GBP')).toEqual([
    ['GBP', 0.79],
    ['EUR', 0.92],
  ]);
});

test('what the day lacks is left out, a rate of 0 is not', () => {
  expect(picked('QQQ', 'ZWD')).toEqual([['ZWD', 0]]);
  expect(picked()).toEqual([]);
});

test('the rest of the day stays', () => {
  expect(pick(day, [])).toMatchObject({ day: '2024-02-29', base: 'USD', license: 'of the day' });
});
