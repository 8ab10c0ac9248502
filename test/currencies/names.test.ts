import { data as isoCodes } from 'currency-codes';
import * as dinero from 'dinero.js/currencies';
import { describe, expect, test } from 'vitest';
import { type Code, isCode } from '../../src/currencies/code.ts';
import { alternativeNames, currencyNames, decimalsOf, nameOf } from '../../src/currencies/names.ts';

test.each([
  ['currencies', currencyNames],
  ['alternative currencies', alternativeNames],
])('%s are codes with a name each, sorted', (_, names) => {
  expect([...names.keys()].every(isCode)).toBe(true);
  expect([...names.keys()]).toEqual([...names.keys()].sort());
  for (const [code, name] of names) expect(name, code).toMatch(/^\p{Lu}[\p{L}ʻ&.() \d–-]+$/u);
});

describe('decimals are those of ISO 4217', () => {
  /** What ISO has for metals and units of account: no minor unit, which both packages write as 0. */
  const none = ['XAG', 'XAU', 'XDR', 'XPD', 'XPT'];

  // a fifth of an ariary and of an ouguiya: ISO says 2
  const byDinero = Object.values(dinero).map(({ code, base, exponent }) => [code, base === 5 ? 2 : exponent] as const);
  const byCodes = isoCodes.map(({ code, digits }) => [code, digits] as const);

  test.each([
    ['currency-codes', byCodes],
    ['dinero.js', byDinero],
  ])('by %s', (_, all) => {
    const known = all.filter(([code]) => currencyNames.has(code as Code));
    expect(known.length).toBeGreaterThan(150);
    for (const [code, digits] of known)
      expect([code, decimalsOf(code as Code)]).toEqual([code, none.includes(code) ? undefined : digits]);
  });

  test('of which every currency has some, or no minor unit', () => {
    const without = [...currencyNames.keys(), ...alternativeNames.keys()].filter(
      (code) => decimalsOf(code) === undefined,
    );
    const coins = ['DASH', 'DOGE', 'ETH', 'LD', 'LTC', 'NMC', 'PPC', 'XMR', 'XRP'];
    expect(without.sort()).toEqual([...none, ...coins, 'BTC', 'XCP'].sort());
    expect(decimalsOf('XYZ' as Code)).toBeUndefined();
  });
});

test('the name of a currency that has ended says so', () => {
  const ended = [...currencyNames.keys()].filter((code) => /(until |–)\d{4}\)$/.test(nameOf(code)));
  expect(ended.join(' ')).toBe('ANG BGN BYR CUC EEK HRK IEP LTL LVL MRO MTL SKK SLL STD VEF ZMK ZWD ZWL');
  expect(nameOf('HRK' as Code)).toBe('Croatian Kuna (until 2022)');
  expect(nameOf('ETH' as Code)).toBe('Ether');
  expect(nameOf('XYZ' as Code)).toBe('');
});
