import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { exit, Failure } from '../../src/errors.ts';
import { isCode } from '../../src/rates/code.ts';
import { alternativeNames, currencyNames } from '../../src/rates/currencies.ts';
import { checkCodes, readCodes } from '../../src/run/known-codes.ts';

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const slip = fc.constantFrom(
  (code: string, at: number, other: string) => code.slice(0, at) + other + code.slice(at + 1),
  (code: string, at: number, other: string) => code.slice(0, at) + other + code.slice(at),
  (code: string, at: number) => code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2),
  (code: string, at: number) => code.slice(0, at) + code.slice(at + 1),
);
const typo = fc
  .tuple(fc.constantFrom(...currencyNames.keys()), slip, fc.nat(2), letter)
  .map(([code, change, at, other]) => change(code, at, other))
  .filter(isCode)
  .filter((code) => !currencyNames.has(code) && !alternativeNames.has(code));

it('a code with any one slip is refused, and the hint leads to codes that there are', async () => {
  await fc.assert(
    fc.asyncProperty(typo, async (code) => {
      const failure: unknown = await checkCodes([code], { store: undefined, alternative: true }).catch(
        (error) => error,
      );
      if (!(failure instanceof Failure)) throw new Error(`${code} went through`);
      const [hint = ''] = failure.hints;
      expect(failure.exitCode).toBe(exit.usage);
      const named = Array.from(hint.matchAll(/(\w+) \(/g), ([, name = '']) => name);
      const isSearch = hint.startsWith('ratebook currencies ') && !hint.endsWith('lists them');
      expect(isSearch || named.some((name) => isCode(name) && currencyNames.has(name))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const known = { store: undefined, alternative: false };

async function read(text: string, yes = false) {
  const notes: string[] = [];
  const words = text.split(',');
  try {
    const codes = await readCodes(words, { ...known, yes }, { note: (line) => notes.push(line) });
    return [codes.join(','), ...notes];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.exitCode, error.message, ...error.hints];
  }
}

describe('words are read as codes', () => {
  test.each([
    ['eur,USD,Eur', false, ['EUR,USD']],
    ['€,EUR,GBP,£,€', false, ['EUR,GBP', '€ is EUR (Euro)', '£ is GBP (British Pound)']],
    ['rmb', true, ['CNY', 'rmb is CNY (Chinese Yuan)']],
    ['qqq', true, ['QQQ']],
    ['$', true, [2, '"$" stands for several currencies', 'write USD, AUD, CAD, HKD, MXN, NZD, SGD or TWD']],
    ['Q!', true, [2, 'there is no currency "Q!"', 'ratebook currencies lists them']],
  ])('%j, %j', async (text, yes, told) => {
    expect(await read(text, yes)).toEqual(told);
  });
});

test.each([
  // names that people say
  ['yuan', 'did you mean CNY (Chinese Yuan)?'],
  ['QUID', 'did you mean GBP (British Pound)?'],
  ['uk', 'did you mean GBP (British Pound)?'],
  ['uae', 'did you mean AED (United Arab Emirates Dirham)?'],
  ['crown', 'ratebook currencies crown'],
  // whole words of the currency's own name
  ['yen', 'did you mean JPY (Japanese Yen)?'],
  ['gold', 'did you mean XAU (Gold)?'],
  ['franc', 'ratebook currencies franc'],
  ['lira', 'did you mean TRY (Turkish Lira)?'],
  ['kroon', 'did you mean EEK (Estonian Kroon (until 2010))?'],
  // spelling
  ['EURO', 'did you mean EUR (Euro)?'],
  ['eruo', 'did you mean EUR (Euro)?'],
  ['YNE', 'did you mean JPY (Japanese Yen)?'],
  // countries, and beginnings of names
  ['chad', 'did you mean XAF (Central African CFA Franc)?'],
  ['Switzerland', 'did you mean CHF (Swiss Franc)?'],
  ['south korea', 'did you mean KRW (South Korean Won)?'],
  ['united kingdom', 'did you mean GBP (British Pound)?'],
  ['japan', 'did you mean JPY (Japanese Yen)?'],
  // their spelling
  ['swizerland', 'did you mean CHF (Swiss Franc)?'],
  ['dolar', 'ratebook currencies dollar'],
  ['xyzzy', 'ratebook currencies lists them'],
])('%s is no currency, but leads on', async (text, hint) => {
  expect(await read(text)).toEqual([2, `there is no currency "${text}"`, hint]);
});
