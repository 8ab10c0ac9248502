import { describe, expect, test } from 'vitest';
import { type FileTrouble, readHeader } from '../../src/annotate/csv-file.ts';
import { longestHeader } from '../../src/annotate/header-line.ts';
import { encoded } from '../../src/annotate/scanner.ts';

const wanted = { date: 'Tag', amount: 'Höhe', from: 'EUR', to: 'USD' };

test('a column has its name in whatever way the accent is written', () => {
  for (const form of ['NFC', 'NFD'])
    expect(readHeader(`x;${encoded('Höhe'.normalize(form))};"Tag"\n`, wanted, undefined)).toEqual({
      start: 0,
      line: 1,
      delimiter: ';',
      names: ['x', 'Höhe', 'Tag'],
      date: { column: 2 },
      amounts: [1],
      from: { code: 'EUR' },
      to: [{ code: 'USD' }],
    });
});

test('a currency may be the name of a column', () => {
  const { from, to } = readHeader(`Tag,${encoded('Höhe')},EUR\n`, wanted, undefined);
  expect({ from, to }).toEqual({ from: { column: 2 }, to: [{ code: 'USD' }] });
});

test('a header that does not end is none', () => {
  const bad = (trouble: FileTrouble) => expect.objectContaining({ trouble });
  expect(() => readHeader('x'.repeat(longestHeader), wanted, undefined)).toThrow(bad({ is: 'long header' }));
  expect(() => readHeader('Tag,"Hoehe\n', wanted, undefined)).toThrow(bad({ is: 'open quote', line: 1 }));
});

describe('the words of options', () => {
  const sources = (header: string, words: Partial<typeof wanted>) => {
    const { date, amounts, to } = readHeader(
      `${header}\n`,
      { ...wanted, date: 'D', amount: 'A', ...words },
      ';',
    );
    return { date, amounts, to };
  };
  const usual = { date: { column: 0 }, amounts: [1], to: [{ code: 'USD' }] };

  test.each([
    ['D;A;B', { amount: 'A,B' }, { ...usual, amounts: [1, 2] }],
    ['D;A;B', { amount: ' B , A ' }, { ...usual, amounts: [2, 1] }],
    ['D;A;A,B;B', { amount: 'A,B' }, { ...usual, amounts: [2] }],
    ['D;A;A,B,C', { amount: 'A,B,C' }, { ...usual, amounts: [2] }],
    ['D;A', { date: '2024-01-31' }, { ...usual, date: { written: '2024-01-31' } }],
    ['D;A', { date: '31 Jan 2024' }, { ...usual, date: { written: '31 Jan 2024' } }],
    ['D;A;2024-01-31', { date: '2024-01-31' }, { ...usual, date: { column: 2 } }],
    ['D;A', { to: 'eur, USD' }, { ...usual, to: [{ code: 'EUR' }, { code: 'USD' }] }],
    ['D;A;EUR,USD', { to: 'EUR,USD' }, { ...usual, to: [{ column: 2 }] }],
    ['D;A;Home', { to: 'Home,USD' }, { ...usual, to: [{ column: 2 }, { code: 'USD' }] }],
  ])('%j under %j', (header, words, expected) => expect(sources(header, words)).toEqual(expected));

  test.each([
    ['D;A;B', { amount: 'A,C' }, { is: 'no column', name: 'C' }],
    ['D;A;B;C', { amount: 'A,B,C' }, { is: 'no column', name: 'A,B,C' }],
    ['D;A', { amount: 'A,' }, { is: 'no column', name: 'A,' }],
    ['D;A', { date: 'Day' }, { is: 'no column', name: 'Day' }],
    ['D;A', { to: 'EUR,?' }, { is: 'no column', name: '?' }],
    ['D;A', { to: 'EUR,usd,eur' }, { is: 'target twice', name: 'EUR' }],
  ])('%j under %j: refused', (header, words, trouble) => {
    const thrown = expect.objectContaining({ trouble: expect.objectContaining(trouble) });
    expect(() => sources(header, words)).toThrow(thrown);
  });
});
