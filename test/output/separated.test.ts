import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delimited } from '../../src/output/separated.ts';
import { always } from '../support/always.ts';

const anyCell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', ' ', 'a') }),
);

test('any text in any cell comes back, whatever stands between the cells', () => {
  const rows = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 2 }), { maxLength: 20 });
  return always([rows, fc.constantFrom(',', ';', '\t', '|')], (rows, delimiter) => {
    expect(parse(delimited(rows, delimiter), { delimiter, record_delimiter: '\n' })).toEqual(rows);
  });
});

test('a line ends each row, numbers are as they are, and nothing is no line', () => {
  expect(delimited([['a', 1]], ';') + delimited([['', 0.5]], ';')).toBe('a;1\n;0.5\n');
  expect(delimited([], ',')).toBe('');
});

test('the library is imported in one place', () => {
  const source = join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const importing = files.filter((name) => readFileSync(join(source, name), 'utf8').includes("'csv-stringify"));
  expect(importing).toEqual([join('output', 'separated.ts')]);
});
