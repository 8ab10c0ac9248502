import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCode } from '../../src/currencies/code.ts';
import { endedCurrencyOf } from '../../src/currencies/ended.ts';
import { alternativeNames, currencyNames } from '../../src/currencies/names.ts';
import { codesOfText } from '../../src/currencies/nicknames.ts';
import { fixedRateOf } from '../../src/currencies/replaced.ts';
import { exit, type Failure, failureIn } from '../../src/errors.ts';
import { readCodes } from '../../src/run/known-codes.ts';
import { alwaysIn } from '../support/always.ts';
import { inWhole } from '../support/whole.ts';

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
  .filter((code) => !currencyNames.has(code) && !alternativeNames.has(code))
  .filter((code) => !fixedRateOf(code) && !endedCurrencyOf(code) && codesOfText(code).length === 0);

function failureOf(work: () => unknown): Failure {
  try {
    throw new Error(`${work()} went through`);
  } catch (error) {
    return failureIn(error);
  }
}

it('a code with any one slip is refused, and the hint leads to codes that there are', () =>
  alwaysIn(inWhole(500, 60), [typo], async (code) => {
    const failure = failureOf(() => readCodes([code], { alternative: true }, { noteOnce() {} }));
    const hint = `${failure.hints[0]}`;
    expect(failure.exitCode).toBe(exit.usage);
    const named = Array.from(hint.matchAll(/(\w+) \(/g), ([, name = '']) => name);
    const isSearch = hint.startsWith('ratebook currencies ') && !hint.endsWith('lists them');
    expect(isSearch || named.some((name) => isCode(name) && currencyNames.has(name))).toBe(true);
  }));
