import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { lettersOf } from '../../src/output/sheet.ts';
import { workbook } from '../../src/output/workbook.ts';
import { cellsOf } from '../support/sheets.ts';

type Texts = readonly (string | undefined)[];

const kinds = ['date', 'number', 'text'] as const;

function bookOf(rows: readonly Texts[], drains = (_: number) => false): Uint8Array {
  const book = workbook([{ name: 'one' }]);
  book.begin([12, 12, 12], true);
  book.row(['day', 'number', 'text'].map((text) => ({ kind: 'label', text }) as const));
  const pieces = rows.map((row, at) => {
    book.row(row.map((text = '', at) => ({ kind: kinds[at] ?? 'text', text })));
    return drains(at) ? book.drain() : new Uint8Array();
  });
  return Buffer.concat([...pieces, book.end()]);
}

it('holds any text as it is: no formula, no entity, no escape, no character that XML lacks', () => {
  const words = ['=1+1', '_x0041_', '_X0041_', '<&">', ' a ', '\r\n\t', '\0', '\ud800', '\ufffe', '😀', '@SUM(A1)'];
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...words));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (parts) => {
      const whole = parts.join('');
      const [, row] = cellsOf(bookOf([[undefined, undefined, whole]]));
      expect(row?.[2]).toEqual(whole === '' ? undefined : { text: whole });
    }),
  );
});

it('has a day as its serial number, a number with all its digits, and what is neither as text', () => {
  const row = ['2024-02-29', '0.1234567890123456789', 'EUR'];
  const odd = ['2024-01', '1e3', undefined];
  const [head, ...rows] = cellsOf(bookOf([row, odd, ['1900-02-28', '-5', '']]));
  expect(head?.map((cell) => cell?.text)).toEqual(['day', 'number', 'text']);
  expect(rows).toEqual([
    [{ number: '45351', style: 1 }, { number: '0.1234567890123456789' }, { text: 'EUR' }],
    [{ text: '2024-01' }, { text: '1e3' }],
    [{ text: '1900-02-28' }, { number: '-5' }],
  ]);
});

it('is the same bytes in whatever pieces it is taken', () => {
  const rows = Array.from({ length: 600 }, (_, at) => ['2024-01-17', `${at}.5`, `row ${at}`]);
  const whole = bookOf(rows);
  expect(bookOf(rows, (at) => at % 7 === 0)).toEqual(whole);
  expect(Object.keys(unzipSync(whole)).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(strFromU8(unzipSync(whole)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
    '<autoFilter ref="A1:C601"/>',
  );
});

it('has as many columns and characters as a sheet', () => {
  expect([0, 25, 26, 51, 701, 702, 16_383].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
  const row = [undefined, undefined, 'a'.repeat(32_768)];
  expect(() => bookOf([row])).toThrow('a cell has room for 32,767 characters');
});
