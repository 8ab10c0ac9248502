import { describe, expect, test } from 'vitest';
import { readHeader } from '../../src/annotate/header.ts';
import { encoded } from '../../src/csv/encoding.ts';
import { longestHeader } from '../../src/csv/header.ts';
import { failureIn } from '../../src/errors.ts';

/** What is said of a file without such a header. */
function refusal(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    const { message, hints } = failureIn(error);
    return [message, ...hints];
  }
  throw new Error('not refused');
}

const constant = (code: string, typed = code) => ({ unit: { name: code, code, inOne: 1 }, typed });

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
      from: constant('EUR'),
      to: [constant('USD')],
    });
});

test('a currency may be the name of a column', () => {
  const { from, to } = readHeader(`Tag,${encoded('Höhe')},EUR\n`, wanted, undefined);
  expect({ from, to }).toEqual({ from: { column: 2 }, to: [constant('USD')] });
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

  const missing = (column: string) => `there is no column "${column}"`;
  const mark = '--delimiter says what stands between the cells';

  test.each([
    ['sep=;\nDate,Amount,Currency\n', missing('Date'), 'is the header line 2? it has "Date,Amount,Currency"', mark],
    [`${'x\n'.repeat(200)}Date,Amount,Currency`, missing('Date'), 'the header has "x"', mark],
    [
      'Account,Date\n\nDate,amount,Currency\n1,2,3\n',
      missing('Amount'),
      'did you mean "amount"?',
      'is the header line 3? it has "Date", "amount", "Currency"',
    ],
    ['1,2\nDay,Sum,Code\n3,4,5\n', missing('Date'), 'is the header line 2? it has "Day", "Sum", "Code"'],
    ['Day;Sum;Code\n1;2;EUR\n', missing('Date'), 'the header has "Day", "Sum", "Code"'],
    [`${'x;1\n'.repeat(250)}"y;2`, missing('Date'), 'the header has "x", "1"'],
    ['Day,"Amount\nx,y\n', 'a quote that begins in line 1 never closes'],
  ])('else it is missed: %j', (text, ...said) => {
    expect(refusal(() => readHeader(text, bank, undefined))).toEqual(said);
  });

  test('of two delimiters, one has to be named', () => {
    const text = 'Date,Amount,x;Date;Amount\nDate;Amount\n';
    const named = { ...bank, from: 'USD' };
    expect(refusal(() => readHeader(text, named, undefined))).toEqual([
      'the header has these columns under two delimiters, "," and ";"',
      '--delimiter ","',
    ]);
    expect(readHeader(text, named, ';').names).toEqual(['Date,Amount,x', 'Date', 'Amount']);
  });

  test('of one column needs no delimiter', () => {
    const { delimiter, names } = readHeader('Sum\n5\n', { ...bank, date: 'Sum', amount: 'Sum' }, undefined);
    expect({ delimiter, names }).toEqual({ delimiter: ',', names: ['Sum'] });
  });
});

test('a header that does not end is none', () => {
  const said = (text: string) => refusal(() => readHeader(text, wanted, undefined));
  expect(said('x'.repeat(longestHeader))).toEqual(['the file has no header: its first line is too long']);
  expect(said('Tag,"Hoehe\n')).toEqual(['a quote that begins in line 1 never closes']);
});

describe('the words of options', () => {
  const sources = (header: string, words: Partial<typeof wanted>) => {
    const { date, amounts, to } = readHeader(`${header}\n`, { ...wanted, date: 'D', amount: 'A', ...words }, ';');
    return { date, amounts, to };
  };
  const usual = { date: { column: 0 }, amounts: [1], to: [constant('USD')] };

  test.each([
    ['D;A;B', { amount: 'A,B' }, { ...usual, amounts: [1, 2] }],
    ['D;A;B', { amount: ' B , A ' }, { ...usual, amounts: [2, 1] }],
    ['D;A;A,B;B', { amount: 'A,B' }, { ...usual, amounts: [2] }],
    ['D;A;A,B,C', { amount: 'A,B,C' }, { ...usual, amounts: [2] }],
    ['D;A', { date: '2024-01-31' }, { ...usual, date: { written: '2024-01-31' } }],
    ['D;A', { date: '31 Jan 2024' }, { ...usual, date: { written: '31 Jan 2024' } }],
    ['D;A;2024-01-31', { date: '2024-01-31' }, { ...usual, date: { column: 2 } }],
    ['D;A', { to: 'eur, USD' }, { ...usual, to: [constant('EUR', 'eur'), constant('USD')] }],
    ['D;A', { to: '£' }, { ...usual, to: [constant('GBP', '£')] }],
    [
      'D;A',
      { to: 'GBp,GBP' },
      { ...usual, to: [{ unit: { name: 'GBp', code: 'GBP', inOne: 100 }, typed: 'GBp' }, constant('GBP')] },
    ],
    ['D;A;GBp', { to: 'GBp' }, { ...usual, to: [{ column: 2 }] }],
    ['D;A;EUR,USD', { to: 'EUR,USD' }, { ...usual, to: [{ column: 2 }] }],
    ['D;A;Home', { to: 'Home,USD' }, { ...usual, to: [{ column: 2 }, constant('USD')] }],
  ])('%j under %j', (header, words, expected) => expect(sources(header, words)).toEqual(expected));

  test.each([
    ['D;A;B', { amount: 'A,C' }, 'there is no column "C"'],
    ['D;A;B;C', { amount: 'A,B,C' }, 'there is no column "A,B,C"'],
    ['D;A', { amount: 'A,' }, 'there is no column "A,"'],
    ['D;A', { date: 'Day' }, 'there is no column "Day"'],
    ['D;A', { to: 'EUR,?' }, 'there is no column "?"'],
    ['D;A', { to: 'EUR,usd,eur' }, '--to has EUR twice'],
  ])('%j under %j: refused', (header, words, said) => {
    expect(refusal(() => sources(header, words))[0]).toBe(said);
  });
});
