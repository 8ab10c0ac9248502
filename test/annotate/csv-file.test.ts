import { describe, expect, test } from 'vitest';
import { BadFile, type FileTrouble, readHeader } from '../../src/annotate/csv-file.ts';
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

describe('the header is the first line that has all columns', () => {
  const bank = { date: 'Date', amount: 'Amount', from: 'Currency', to: 'EUR' };
  test.each([
    ['Date,Amount,Currency', 1, ','],
    ['\n \r\nDate;Amount;Currency\n', 3, ';'],
    ['Account,Date\rDate|Amount|Currency\r', 2, '|'],
    ['"Balance";"1.234,56"\n""\n"Date";"Amount";"Currency"\n', 3, ';'],
    ['Date;Amount\nAmount\tCurrency\tDate\n', 2, '\t'],
    ['A,"title, of\ntwo lines",\nDate,Amount,Currency\n', 3, ','],
    ['"A quote that never closes\n"Date","Amount","Currency"\n"x","y","z"\n', 2, ','],
    ['Date,"Amount","Two\nlines",Currency\nDate,Amount,Currency\n', 1, ','],
    ['Date,Amount,Currency,\nDate,Amount,Currency\n', 1, ','],
    ['sep=~\r\nDate,Amount,Currency\nDate~Amount~Currency\n', 3, '~'],
    ['"SEP=\t"\nDate\tAmount\tCurrency\n', 2, '\t'],
    [`${'x\n'.repeat(199)}Date,Amount,Currency`, 200, ','],
  ])('%j', (text, line, delimiter) => {
    const header = readHeader(text, bank, undefined);
    expect({ line: header.line, delimiter: header.delimiter }).toEqual({ line, delimiter });
    expect(text.slice(header.start)).toMatch(/^"?(Date|Amount)/);
    expect(text.slice(0, header.start).split(/\r\n|\r|\n/)).toHaveLength(line);
  });

  test.each([
    ['sep=;\nDate,Amount,Currency\n', { is: 'no delimiter', name: 'Date', header: { line: 2 } }],
    [`${'x\n'.repeat(200)}Date,Amount,Currency`, { is: 'no delimiter', name: 'Date', header: { line: 1 } }],
    [
      'Account,Date\n\nDate,amount,Currency\n1,2,3\n',
      { is: 'no column', name: 'Amount', header: { line: 3 } },
    ],
    ['1,2\nDay,Sum,Code\n3,4,5\n', { is: 'no column', name: 'Date', header: { line: 2 } }],
    ['Day;Sum;Code\n1;2;EUR\n', { is: 'no column', name: 'Date', header: { line: 1 } }],
    [`${'x;1\n'.repeat(250)}"y;2`, { is: 'no column', name: 'Date', header: { line: 1 } }],
    ['Day,"Amount\nx,y\n', { is: 'open quote', line: 1 }],
  ])('else it is missed: %j', (text, trouble) => {
    expect(() => readHeader(text, bank, undefined)).toThrow(BadFile);
    try {
      readHeader(text, bank, undefined);
    } catch (error) {
      expect(error).toMatchObject({ trouble });
    }
  });

  test('of two delimiters, one has to be named', () => {
    const text = 'Date,Amount,x;Date;Amount\nDate;Amount\n';
    const named = { ...bank, from: 'USD' };
    const signs = { is: 'two delimiters', signs: [',', ';'] };
    expect(() => readHeader(text, named, undefined)).toThrow(expect.objectContaining({ trouble: signs }));
    expect(readHeader(text, named, ';').names).toEqual(['Date,Amount,x', 'Date', 'Amount']);
  });

  test('of one column needs no delimiter', () => {
    const { delimiter, names } = readHeader('Sum\n5\n', { ...bank, date: 'Sum', amount: 'Sum' }, undefined);
    expect({ delimiter, names }).toEqual({ delimiter: ',', names: ['Sum'] });
  });
});

test('a header that does not end is none', () => {
  const bad = (trouble: FileTrouble) => expect.objectContaining({ trouble });
  expect(() => readHeader('x'.repeat(longestHeader), wanted, undefined)).toThrow(bad({ is: 'long header' }));
  expect(() => readHeader('Tag,"Hoehe\n', wanted, undefined)).toThrow(bad({ is: 'open quote', line: 1 }));
});
