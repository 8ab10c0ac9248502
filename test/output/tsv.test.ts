import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv, tsv } from '../../src/output/csv.ts';
import { anyDays, codes, documentOf, ratesOf, textOf } from './days.ts';

const days = [ratesOf('2024-01-01', { EUR: 0.905879, VND: 24260 }), ratesOf('2024-01-02', { BTC: 1e-7, EUR: 0.91 })];
const lines = (...all: string[][]) => all.map((cells) => `${cells.join('\t')}\n`).join('');

test('is csv with tabs', () => {
  fc.assert(
    fc.property(anyDays, fc.boolean(), (days, wide) => {
      const document = documentOf({ wide });
      expect(textOf(tsv, document, days)).toBe(textOf(csv, document, days).replaceAll(',', '\t'));
    }),
  );
});

test('a decimal comma leaves the tabs of tsv, and puts semicolons into csv', () => {
  const document = documentOf({ decimal: 'comma' });
  const text = lines(
    ['date', 'base', 'quote', 'rate'],
    ['2024-01-01', 'USD', 'EUR', '0,905879'],
    ['2024-01-01', 'USD', 'VND', '24260'],
    ['2024-01-02', 'USD', 'BTC', '0,0000001'],
    ['2024-01-02', 'USD', 'EUR', '0,91'],
  );
  expect(textOf(tsv, document, days)).toBe(text);
  expect(textOf(csv, document, days)).toBe(text.replaceAll('\t', ';'));
});

test('a decimal comma in columns, with and without symbols', () => {
  const wide = documentOf({ wide: true, decimal: 'comma' });
  expect(textOf(csv, wide, days)).toBe(
    'date;base;BTC;EUR;VND\n2024-01-01;USD;;0,905879;24260\n2024-01-02;USD;0,0000001;0,91;\n',
  );
  expect(textOf(csv, { ...wide, symbols: codes('EUR,BTC') }, days)).toBe(
    'date;base;EUR;BTC\n2024-01-01;USD;0,905879;\n2024-01-02;USD;0,91;0,0000001\n',
  );
});
