import { Readable } from 'node:stream';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRatesFiles } from '../../src/input/rates-file.ts';
import { decimalOf, findOwnRate } from '../../src/rates/own-rates.ts';
import { alwaysIn } from '../support/always.ts';
import { code, day } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';
import { files } from './found.ts';

const { write } = files();

const usable = fc
  .tuple(fc.stringMatching(/^[0-9]{1,20}$/), fc.stringMatching(/^[0-9]{0,20}$/), fc.integer({ min: -30, max: 30 }))
  .map(([whole, decimals, power]) => `${whole}${decimals && `.${decimals}`}${power ? `e${power}` : ''}`)
  .filter((text) => /[1-9]/.test(text.replace(/e.*/, '')));
const unusable = fc.constantFrom('0', '0.00', '-1.5', '-0', 'NaN', 'Infinity', '-inf', '0e5');
const figure = fc.oneof({ weight: 4, arbitrary: usable }, unusable);
const isUsable = (text: string) => new Decimal(text.replace('inf', 'Infinity')).gt(0) && !/inf/i.test(text);

const zeros = fc.option(fc.nat({ max: 6 }), { nil: undefined });
const rowsOfFile = fc.array(fc.tuple(figure, zeros), { minLength: 1, maxLength: 40 });

Decimal.set({ precision: 200, toExpNeg: -200, toExpPos: 200 });

test('a rate of a file is divided by its unit, exactly, and one that is none is left out and counted', () =>
  alwaysIn(inWhole(2000, 50), [rowsOfFile], async (rows) => {
    const lines = rows.map(
      ([rate, zeros], at) => `${dayAt(at)},EUR,USD,${rate},${zeros === undefined ? '' : 10 ** zeros}`,
    );
    const path = write('own.csv', `date,base,quote,rate,Unit\n${lines.join('\n')}\n`);
    const warnings: string[] = [];
    const reporter = { noteOnce: () => {}, problem: (text: string) => void warnings.push(text) };
    const host = { stdin: Readable.from([]), signal: new AbortController().signal };
    const own = await readRatesFiles([path], 'day', { host, reporter });

    for (const [at, [rate, zeros = 0]] of rows.entries()) {
      const found = findOwnRate(own, 'day', dayAt(at), code('EUR'), code('USD'));
      const exact = isUsable(rate) ? new Decimal(rate).div(new Decimal(10).pow(zeros)).toFixed() : undefined;
      const decimal = found && 'rate' in found ? new Decimal(decimalOf(found.rate)).toFixed() : undefined;
      expect(decimal).toBe(exact);
    }

    const left = rows.filter(([rate]) => !isUsable(rate)).length;
    const first = rows.findIndex(([rate]) => !isUsable(rate));
    const where = `EUR/USD for ${dayAt(first)} on line ${first + 2}`;
    expect(warnings).toEqual(
      left === 0 ? [] : [expect.stringMatching(new RegExp(`^${left} unusable rates? of own.csv .*${where}$`))],
    );
  }));

const dayAt = (at: number) => day(new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10));
