import { expect, test } from 'vitest';
import { grouped } from '../src/words.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [10186, '10,186'],
  [1234567, '1,234,567'],
])('%d reads %s', (number, text) => {
  expect(grouped(number)).toBe(text);
});
