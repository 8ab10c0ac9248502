import { expect, test } from 'vitest';
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
      date: 2,
      amount: 1,
      from: { code: 'EUR' },
      to: { code: 'USD' },
    });
});

test('a currency may be the name of a column', () => {
  const { from, to } = readHeader(`Tag,${encoded('Höhe')},EUR\n`, wanted, undefined);
  expect({ from, to }).toEqual({ from: { column: 2 }, to: { code: 'USD' } });
});

test('a header that does not end is none', () => {
  const bad = (trouble: FileTrouble) => expect.objectContaining({ trouble });
  expect(() => readHeader('x'.repeat(longestHeader), wanted, undefined)).toThrow(bad({ is: 'long header' }));
  expect(() => readHeader('Tag,"Hoehe\n', wanted, undefined)).toThrow(bad({ is: 'open quote', line: 1 }));
});
