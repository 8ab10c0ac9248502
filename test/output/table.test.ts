import { stripVTControlCharacters } from 'node:util';
import { Chalk } from 'chalk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usd } from '../../src/currencies/code.ts';
import { table } from '../../src/output/table/table.ts';
import { pick } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { codes, ratesOf } from '../support/rates.ts';
import { documentOf, linesOf, oneDay, ordinaryDays, severalDays } from './days.ts';

const first = ratesOf('2024-01-05', { EUR: 0.905879, JPY: 141.02, VND: 24260, BTC: 0.000023 });
const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('a day', () => {
  test('has columns side by side, down first, where it has more rows than the terminal has lines', () => {
    const of = (more: object) => linesOf(table, documentOf({ ...oneDay, ...more }), [first]);
    const beside = lines(
      '2024-01-05, 1 USD =',
      '  0.905879  EUR  Euro           24260         VND  Vietnamese Dong',
      '141.02      JPY  Japanese Yen       0.000023  BTC  Bitcoin',
    );
    expect(of({ lines: 4 })).toBe(beside);
    expect(of({ lines: 4, width: 66 })).toBe(beside);
    expect(of({ lines: 4, width: 65 })).toContain('Vietnamese Do…');
    for (const one of [{ lines: 24 }, { lines: 4, width: 50 }]) expect(of(one).split('\n').length).toBe(6);
  });

  test('has names that are shortened, then dropped, then its changes are', () => {
    const before = ratesOf('2024-01-05', { BAM: 1.7 });
    const shown = { ...ratesOf('2024-01-06', { BAM: 1.7 }), before };
    const of = (width: number) => linesOf(table, documentOf({ ...oneDay, width }), [shown]);
    expect(of(52)).toContain('1.7  BAM  Bosnia-Herzegovina Convertible Mark  0.00%\n');
    expect(of(51)).toContain('1.7  BAM  Bosnia-Herzegovina Convertible Ma…  0.00%\n');
    expect(of(21)).toContain('1.7  BAM  Bos…  0.00%\n');
    expect(of(20)).toContain('1.7  BAM  0.00%\n');
    expect(of(14)).toContain('1.7  BAM  Bos…\nno room for\nchanges; a\nwider terminal\nshows all\n');
    expect(of(20)).toMatch(/\nchanges are against\n2024-01-05\nno room for names; a\n/);
    expect(of(9)).toContain('1.7  BAM\nno room\nfor\nnames,\nchanges;');
    expect(of(2)).toContain('1.7  BAM\n');
  });

  test('is ASCII where nothing else can be shown', () => {
    const rates = ratesOf('2024-01-01', { STN: 23.4, TOP: 2.4, SLL: 21464, BAM: 1.7 });
    const of = (width: number) => linesOf(table, documentOf({ ...oneDay, width, ascii: true }), [rates]);
    expect(of(120)).toContain("STN  Sao Tome & Principe Dobra\n    2.4  TOP  Tongan Pa'anga\n");
    expect(of(120)).toContain('SLL  Sierra Leonean Leone (1964-2022)\n');
    expect(of(30)).toContain('Bosnia-Herzegov.\n');
    for (const width of [20, 30, 120]) expect(of(width)).not.toMatch(/[^\n -~]/);
  });
});

describe('a summary', () => {
  const days = [1, 2, 4, 8].map((rate, at) =>
    ratesOf(`2024-01-0${at + 1}`, { EUR: rate, JPY: 10 + rate / 4, BAM: (1_955_830 + rate) / 1_000_000 }),
  );
  const symbols = codes('EUR,JPY,BAM');
  const of = (more: object) => linesOf(table, documentOf({ summary: true, symbols, ...more }), days);

  test('leaves out, where it is narrow, the sparkline, dates, mean, high, low, first, change', () => {
    const heads = new Set<string>();
    for (let width = 102; width > 0; width--) {
      const [head = '', row = ''] = of({ width }).split('\n');
      heads.add([...head.split(/ +/).slice(3), ...(row.includes('▁') ? ['course'] : [])].join(' '));
    }
    expect([...heads]).toEqual([
      'first last change low date high date mean course',
      'first last change low date high date mean',
      'first last change low date high mean',
      'first last change low high mean',
      'first last change low high',
      'first last change low',
      'first last change',
      'last change',
      'last',
    ]);
    expect(of({ width: 1 })).toContain('JPY      12\n');
  });
});

const forms = [oneDay, severalDays, {}, { wide: true }, { summary: true }];

const anyForm = fc.record({
  more: fc.constantFrom(...forms),
  symbols: fc.constantFrom(undefined, codes('EUR,JPY'), codes('ZZZ,BTC,XAU')),
  hint: fc.boolean(),
  derivedFrom: fc.constantFrom(undefined, usd),
  chalk: fc.constantFrom(undefined, new Chalk({ level: 2 })),
  ascii: fc.boolean(),
  lines: fc.constantFrom(undefined, 4, 24),
});

// digits are never cut: a first column may need 28, for a change such as +999999800.00%
test('no line is wider than the terminal or ends in a blank', () =>
  always([ordinaryDays, anyForm, fc.integer({ min: 28, max: 200 })], (days, { more, symbols, ...rest }, width) => {
    const document = documentOf({ ...rest, symbols, ...more, width });
    const picked = days.map((each) => (symbols ? pick(each, symbols) : each));
    const text = linesOf(table, document, more === oneDay ? picked.slice(0, 1) : picked);
    for (const line of stripVTControlCharacters(text).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(width);
      expect(line).toBe(line.trimEnd());
    }
  }));
