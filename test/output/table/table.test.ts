import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { table } from '../../../src/output/table/table.ts';
import type { Code } from '../../../src/rates/code.ts';
import { codes, documentOf, oneDay, ordinaryDays, ratesOf, severalDays, textOf } from '../days.ts';

const first = ratesOf('2024-01-01', { EUR: 0.905879, JPY: 141.02, VND: 24260, BTC: 0.000023 });
const second = ratesOf('2024-01-02', { EUR: 0.91, BAM: 1.7 });

const lines = (...all: string[]) => `${all.join('\n')}\n`;

test('a day: its date and base in the heading, numbers aligned at the point, then code and name', () => {
  expect(textOf(table, documentOf(oneDay), [first])).toBe(
    lines(
      '2024-01-01, 1 USD =',
      '    0.905879  EUR  Euro',
      '  141.02      JPY  Japanese Yen',
      '24260         VND  Vietnamese Dong',
      '    0.000023  BTC  Bitcoin',
    ),
  );
});

test('several days and a series: the date on each line', () => {
  const text = lines(
    'date        1 USD =',
    '2024-01-01      0.905879  EUR  Euro',
    '2024-01-01    141.02      JPY  Japanese Yen',
    '2024-01-01  24260         VND  Vietnamese Dong',
    '2024-01-01      0.000023  BTC  Bitcoin',
    '2024-01-02      0.91      EUR  Euro',
    '2024-01-02      1.7       BAM  Bosnia-Herzegovina Convertible Mark',
  );
  expect(textOf(table, documentOf(severalDays), [first, second])).toBe(text);
  expect(textOf(table, documentOf(), [first, second])).toBe(text);
});

test('where there is no room the name is shortened, then dropped', () => {
  const of = (width: number) =>
    textOf(table, documentOf({ ...oneDay, width }), [ratesOf('2024-01-01', { BAM: 1.7 })]);
  expect(of(45)).toContain('1.7  BAM  Bosnia-Herzegovina Convertible Mark\n');
  expect(of(44)).toContain('1.7  BAM  Bosnia-Herzegovina Convertible Ma…\n');
  expect(of(30)).toContain('1.7  BAM  Bosnia-Herzegovina…\n');
  expect(of(14)).toContain('1.7  BAM  Bos…\n');
  expect(of(13)).toContain('1.7  BAM\n');
});

test('huge and tiny rates keep every digit, and stay aligned', () => {
  const day = ratesOf('2024-01-01', { AAA: 1e21, VEF_BLKMKT: 1e-7, CCC: 0 });
  expect(textOf(table, documentOf(oneDay), [day])).toBe(
    lines(
      '2024-01-01, 1 USD =',
      '1000000000000000000000          AAA',
      '                     0.0000001  VEF_BLKMKT  Venezuelan Bolívar (black market)',
      '                     0          CCC',
    ),
  );
});

test('a month is written when the next begins, and its widths stay', () => {
  const formatter = table(documentOf());
  expect(formatter.day(ratesOf('2024-01-30', { EUR: 10.25 }))).toBe('');
  expect(formatter.day(ratesOf('2024-01-31', {}))).toBe('');
  expect(formatter.day(ratesOf('2024-02-01', { EUR: 1.5 }))).toBe(
    lines('date        1 USD =', '2024-01-30  10.25  EUR  Euro'),
  );
  expect([...formatter.end()].join('')).toBe(lines('2024-02-01   1.5   EUR  Euro'));
});

test('without a rate there is no text', () => {
  expect(textOf(table, documentOf(oneDay), [])).toBe('');
  expect(textOf(table, documentOf(), [ratesOf('2024-01-01', {})])).toBe('');
  expect(textOf(table, documentOf({ wide: true }), [])).toBe('');
  expect(textOf(table, documentOf({ wide: true }), [ratesOf('2024-01-01', {})])).toBe('');
});

test('wide: a line a day, a column a currency, blank where a day has no such rate', () => {
  expect(textOf(table, documentOf({ wide: true, symbols: codes('JPY,EUR,XXX') }), [first, second])).toBe(
    lines('1 USD =        JPY       EUR  XXX', '2024-01-01  141.02  0.905879', '2024-01-02          0.91'),
  );
});

test('wide: what does not fit is counted, with where to find it', () => {
  expect(textOf(table, documentOf({ wide: true, width: 30 }), [first, second])).toBe(
    lines(
      '1 USD =     BAM       BTC',
      '2024-01-01       0.000023',
      '2024-01-02  1.7',
      '2 of 5 currencies; -s selects,',
      '-f csv shows all',
    ),
  );
});

test('wide: where not even one column fits, there is one: digits are never cut', () => {
  const document = documentOf({ wide: true, width: 10, symbols: codes('EUR,BAM') });
  const [head, row] = textOf(table, document, [second]).split('\n');
  expect([head, row]).toEqual(['1 USD =      EUR', '2024-01-02  0.91']);
});

test('wide: a long base has room', () => {
  const document = documentOf({ wide: true, base: 'VEF_BLKMKT' as Code, symbols: codes('EUR') });
  expect(textOf(table, document, [second])).toBe(lines('1 VEF_BLKMKT =   EUR', '2024-01-02      0.91'));
});

test('colour only dims what is not data', () => {
  for (const more of [oneDay, {}, { wide: true, width: 30 }]) {
    const text = textOf(table, documentOf({ ...more, color: true }), [first]);
    expect(text.startsWith('\u001b[2m')).toBe(true);
    expect(text.split('\n')[1]).not.toContain('\u001b');
    expect(stripVTControlCharacters(text)).toBe(textOf(table, documentOf(more), [first]));
  }
});

test('no line is wider than the terminal or ends in a blank', () => {
  // Dates, digits and codes are never cut: `2024-01-01  999.9999  EUR` needs this much.
  const least = 25;
  const kinds = fc.constantFrom(oneDay, severalDays, {});
  fc.assert(
    fc.property(
      ordinaryDays,
      kinds,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 20, max: 200 }),
      (days, kind, wide, color, width) => {
        const some = kind === oneDay ? days.slice(0, 1) : days;
        const text = textOf(table, documentOf({ ...kind, wide, color, width }), some);
        for (const line of stripVTControlCharacters(text).split('\n')) {
          expect(line.length).toBeLessThanOrEqual(wide || kind === oneDay ? width : Math.max(width, least));
          expect(line).toBe(line.trimEnd());
        }
      },
    ),
  );
});

test('the points of all numbers of a month are under each other', () => {
  fc.assert(
    fc.property(ordinaryDays, (days) => {
      const [month] = days;
      const rows = textOf(table, documentOf(oneDay), month ? [month] : [])
        .split('\n')
        .slice(1, -1);
      const points = rows
        .map((row) => row.match(/\d+/))
        .map((whole) => (whole?.index ?? 0) + (whole?.[0].length ?? 0));
      expect(new Set(points).size).toBeLessThanOrEqual(1);
    }),
  );
});
