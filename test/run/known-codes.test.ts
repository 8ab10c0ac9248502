import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exit, Failure } from '../../src/errors.ts';
import { isCode } from '../../src/rates/code.ts';
import { alternativeNames, currencyNames } from '../../src/rates/currencies.ts';
import { checkCodes } from '../../src/run/known-codes.ts';

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const slip = fc.constantFrom(
  (code: string, at: number, other: string) => code.slice(0, at) + other + code.slice(at + 1),
  (code: string, at: number, other: string) => code.slice(0, at) + other + code.slice(at),
  (code: string, at: number) =>
    code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2),
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
