import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import { type DayRates, pivotCode, pivotFor } from '../../src/rates/day-rates.ts';
import { dayFileText, parseDayFile } from '../../src/store/day-file.ts';
import { always, anyText } from '../support/always.ts';
import { day as dayOf, ratesOf } from '../support/rates.ts';

const day = dayOf('2024-01-17');

const rate = fc.oneof(
  fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true }),
  fc.nat().map((number) => (number + 1) / 1e6),
  fc.constantFrom(1, 0.000012842431, 1e21, 5e-324, 1.7976931348623157e308),
);
const code = fc
  .oneof({ weight: 9, arbitrary: fc.stringMatching(/^[A-Z0-9_]{2,12}$/) }, fc.constantFrom('USD', 'USDT', 'EUR'))
  .map((text) => text as Code);
const rates = fc.array(fc.tuple(code, rate), { minLength: 1, maxLength: 20 }).map((entries) => new Map(entries));
const dayRates: fc.Arbitrary<DayRates> = fc
  .record({
    day: fc.constant(day),
    pivot: fc.constantFrom('USD', 'EUR', 'XYZ_1') as fc.Arbitrary<Code>,
    inverted: fc.boolean(),
    rates,
    timestamp: fc.option(fc.nat(), { nil: undefined }),
    table: fc.option(fc.constantFrom('041/A/NBP/2026', ''), { nil: undefined }),
    disclaimer: fc.option(fc.string(), { nil: undefined }),
    license: fc.option(anyText, { nil: undefined }),
  })
  .map(({ pivot, inverted, ...all }) => ({
    ...all,
    ...pivotFor({ base: pivot, inverted }),
    rates: all.rates.has(pivot) ? all.rates.set(pivot, 1) : all.rates,
  }));

const isDayFile = (text: string) => parseDayFile(text, day) !== undefined;

test('a day is read as it was written', () =>
  always([dayRates], (written) => {
    const text = dayFileText(written);
    expect(parseDayFile(text, day)).toEqual(written);
  }));

test('a stored rate of 0 is left out and named, whichever others there are', () =>
  always([dayRates, fc.array(code, { minLength: 1 })], (written, zeros) => {
    const left = [...new Set(zeros)].filter((code) => code !== pivotCode(written)).sort();
    const text = dayFileText({
      ...written,
      rates: new Map([...written.rates, ...left.map((code) => [code, 0] as const)]),
    });
    const usable = [...written.rates].filter(([code]) => !left.includes(code)).sort();
    const read = parseDayFile(text, day);
    expect([...(read?.rates ?? [])].sort()).toEqual(usable);
    expect([read?.dropped ?? [], isDayFile(text)]).toEqual([left, true]);
  }));

test.each([1.1, 0, 10])('a day on which 1 USD is %d USD is no day, also as it would be written', (usd) =>
  expect(isDayFile(dayFileText(ratesOf(day, { EUR: 0.9, USD: usd })))).toBe(false),
);
