import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isCode } from '../../src/currencies/code.ts';
import { endedCurrencyOf } from '../../src/currencies/ended.ts';
import { alternativeNames, currencyNames } from '../../src/currencies/names.ts';
import { codesMeant } from '../../src/currencies/nicknames.ts';
import { fixedRateOf } from '../../src/currencies/replaced.ts';
import { exit, Failure, failureIn } from '../../src/errors.ts';
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
  .filter((code) => !fixedRateOf(code) && !endedCurrencyOf(code) && codesMeant(code).length === 0);

function failureOf(work: () => unknown): Failure {
  try {
    throw new Error(`${work()} went through`);
  } catch (error) {
    return failureIn(error);
  }
}

it('a code with any one slip is refused, and the hint leads to codes that there are', () =>
  alwaysIn(inWhole(500, 60), [typo], async (code) => {
    const failure = failureOf(() => readCodes([code], { store: undefined, alternative: true }, { noteOnce() {} }));
    const hint = `${failure.hints[0]}`;
    expect(failure.exitCode).toBe(exit.usage);
    const named = Array.from(hint.matchAll(/(\w+) \(/g), ([, name = '']) => name);
    const isSearch = hint.startsWith('ratebook currencies ') && !hint.endsWith('lists them');
    expect(isSearch || named.some((name) => isCode(name) && currencyNames.has(name))).toBe(true);
  }));

const known = { store: undefined, alternative: false };

async function read(text: string, yes = false) {
  const notes: string[] = [];
  const words = text.split(',');
  try {
    const codes = readCodes(words, { ...known, yes }, { noteOnce: (line) => notes.push(line) });
    return [codes.join(','), ...notes];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.exitCode, error.message, ...error.hints.map(String)];
  }
}

test.each([
  ['eur,USD,Eur', false, ['EUR,USD']],
  ['€,EUR,GBP,£,€', false, ['EUR,GBP', '€ = EUR, Euro', '£ = GBP, British Pound']],
  ['rmb', true, ['CNY', 'rmb = CNY, Chinese Yuan']],
  ['qqq', true, ['QQQ']],
  ['euro,yen', true, ['EUR,JPY', 'euro = EUR, Euro', 'yen = JPY, Japanese Yen']],
  ['Swiss francs,eur', false, ['CHF,EUR', 'Swiss francs = CHF, Swiss Franc']],
  ['EUR DASH', false, [2, 'unknown currency "DASH" without --show-alternative', '--show-alternative brings Dash']],
  ['crowns', false, [2, '"crowns" stands for several currencies', 'write SEK, NOK, DKK, CZK or ISK']],
  ['$', true, [2, '"$" stands for several currencies', 'write USD, AUD, CAD, HKD, MXN, NZD, SGD or TWD']],
  ['Q!', true, [2, 'unknown currency "Q!"', 'ratebook currencies lists them']],
])('words are read as codes %j, %j', async (text, yes, told) => expect(await read(text, yes)).toEqual(told));
