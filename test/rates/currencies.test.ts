import { expect, test } from 'vitest';
import { isCode } from '../../src/rates/code.ts';
import { alternativeNames, currencyNames } from '../../src/rates/currencies.ts';

test.each([
  ['currencies', currencyNames],
  ['alternative currencies', alternativeNames],
])('%s are codes with a name each, sorted', (_, names) => {
  expect([...names.keys()].every(isCode)).toBe(true);
  expect([...names.keys()]).toEqual([...names.keys()].sort());
  for (const [code, name] of names) expect(name, code).toMatch(/^\p{Lu}[\p{L}ʻ&.() \d–-]+$/u);
});

test('currencies that came, went, or are none of a country are there', () => {
  for (const code of ['BTC', 'SLE', 'XCG', 'ZWG', 'VES', 'CNH', 'GGP', 'VEF', 'MRO', 'HRK', 'XAU', 'XDR']) {
    expect(currencyNames.has(code as never), code).toBe(true);
  }
});

test('an alternative currency is no currency besides', () => {
  expect([...alternativeNames.keys()].filter((code) => currencyNames.has(code))).toEqual([]);
});
