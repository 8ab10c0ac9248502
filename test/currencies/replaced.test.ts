import { expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import { currencyNames } from '../../src/currencies/names.ts';
import { fixedRateOf } from '../../src/currencies/replaced.ts';
import { law } from './law.ts';

test('the 21 rates of the law are those of the Official Journal, from their first day, and there are no others', () => {
  const found = [...new Set([...law.keys(), ...currencyNames.keys()])].flatMap((code) => {
    const { perEuro, since } = fixedRateOf(code as Code) ?? {};
    return perEuro === undefined ? [] : [[code, Number(perEuro), since]];
  });
  expect(found).toHaveLength(21);
  expect(found).toEqual(Array.from(law, ([code, { perEuro, since }]) => [code, Number(perEuro), since]));
});
