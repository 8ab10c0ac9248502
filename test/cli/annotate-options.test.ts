import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { dayBody } from '../support/service.ts';

const now = '2024-03-01T12:00:00Z';
const machine = Machine.for(nobody);
const held = new HeldFiles(machine, nobody);
held.write('2024-01-17', JSON.stringify(dayBody({ EUR: 0.9, GBP: 0.8, JPY: 150, KWD: 0.3 })));
held.write('2024-02-01', JSON.stringify(dayBody({ EUR: 0.5, GBP: 0.8 })));

const usual: Readonly<Record<string, string>> = { date: 'Day', amount: 'Sum', from: 'In', to: 'EUR' };

/** The usual options, unless they are given otherwise. */
async function annotate(text: string, given: Readonly<Record<string, string>> = {}, ...more: string[]) {
  const words = Object.entries({ ...usual, ...given }).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['annotate', '-', ...words, ...more, '--offline'];
  const { code, stdout, stderr } = await runHere(machine, args, { now, stdin: text });
  return { code, rows: stdout.split('\n'), said: stderr.split('\n').filter(Boolean) };
}

const header = 'Day,Sum,In\n';
const head = 'Day,Sum,In,rate,rate_date,converted';
const good = { code: 0, said: [] };

describe('two columns for debits and credits', () => {
  test('give one amount a row, or the row is named', async () => {
    const rows = ['5,', '"-1,5",0', ',7', '0,0', '5,7', '?,7'].map((sums) => `2024-01-17,${sums},USD`);
    const {
      code,
      rows: annotated,
      said,
    } = await annotate(`Day,Out,Into,In\n${rows.join('\n')}`, {
      amount: 'Out,Into',
      decimal: 'comma',
    });
    expect({ code, annotated }).toEqual({
      code: 3,
      annotated: [
        'Day,Out,Into,In,rate,rate_date,converted',
        '2024-01-17,5,,USD,"0,9",2024-01-17,"-4,50"',
        '2024-01-17,"-1,5",0,USD,"0,9",2024-01-17,"-1,35"',
        '2024-01-17,,7,USD,"0,9",2024-01-17,"6,30"',
        ...rows.slice(3).map((row) => `${row},,,`),
      ],
    });
    expect(said).toEqual([
      'ratebook: 1 row without a rate (an amount in neither column): line 5',
      'ratebook: 1 row without a rate (an amount in both columns): line 6',
      expect.stringMatching(/^ratebook: 1 row without a rate \(no readable amount.*\): line 7$/),
    ]);
  });
});

describe('a day instead of a column', () => {
  test.each(['2024-01-17', '17 Jan 2024', '17.1.2024', '20240117'])('%s is that of all rows', async (date) => {
    expect(await annotate('Sum,In\n10,USD\n,\n4,GBP\n', { date, 'date-format': 'YYYYMMDD' })).toEqual({
      code: 3,
      said: [expect.stringContaining('line 3')],
      rows: [
        'Sum,In,rate,rate_date,converted',
        '10,USD,0.9,2024-01-17,9.00',
        ',,,,',
        '4,GBP,1.125,2024-01-17,4.50',
        '',
      ],
    });
  });

  test('a column of that name wins', async () => {
    expect(await annotate('2024-02-01,Sum,In\n2024-01-17,10,USD\n', { date: '2024-02-01' })).toMatchObject({
      rows: ['2024-02-01,Sum,In,rate,rate_date,converted', '2024-01-17,10,USD,0.9,2024-01-17,9.00', ''],
    });
  });

  test.each([
    ['2024-02-30', 'there is no day 2024-02-30', '2024-02 ends on 2024-02-29'],
    ['2024-03-02', '2024-03-02 is in the future: it is still 2024-03-01 in UTC'],
    ['1998-12-31', '1998-12-31 is before 1999-01-01, the first day of the service'],
    ['01/02/2024', '"01/02/2024" can be read in two ways', 'write 2024-01-02 or 2024-02-01'],
  ])('%s is refused', async (date, message, ...hints) => {
    expect(await annotate(`${header}2024-01-17,5,USD\n`, { date })).toEqual({
      code: 2,
      rows: [''],
      said: [`ratebook: ${message}`, ...hints.map((hint) => `hint: ${hint}`)],
    });
  });
});

describe('several currencies', () => {
  const names = ['rate', 'rate_date', 'converted'];
  const receipt = ['rule', 'derived', 'source', 'days', 'odd'];

  test('have three columns each', async () => {
    expect(await annotate(`${header}2024-01-17,10,USD\n\n2024-01-17,9,EUR`, { to: 'eur,JPY,USD' })).toEqual({
      ...good,
      rows: [
        `Day,Sum,In,${['EUR', 'JPY', 'USD'].flatMap((code) => names.map((name) => `${name}_${code}`)).join()}`,
        '2024-01-17,10,USD,0.9,2024-01-17,9.00,150,2024-01-17,1500,1,2024-01-17,10.00',
        '',
        '2024-01-17,9,EUR,1,2024-01-17,9.00,166.6666667,2024-01-17,1500,1.111111111,2024-01-17,10.00',
      ],
    });
  });

  test('that lack a rate have empty cells of their own; other reasons are told once a row', async () => {
    const rows = ['2024-02-01,10,USD', 'soon,10,USD', '2024-02-02,10,EUR'].join('\n');
    const { code, rows: annotated, said } = await annotate(header + rows, { to: 'JPY,EUR,KWD' });
    expect({ code, annotated: annotated.slice(1) }).toEqual({
      code: 3,
      annotated: [
        '2024-02-01,10,USD,,,,0.5,2024-02-01,5.00,,,',
        'soon,10,USD,,,,,,,,,',
        '2024-02-02,10,EUR,,,,1,2024-02-02,10.00,,,',
      ],
    });
    expect(said.filter((line) => line.includes('row')).map((line) => line.replace(/: "soon"/, ''))).toEqual([
      'ratebook: 1 row without a rate (currency without a rate on that day: "JPY"): line 2',
      'ratebook: 1 row without a rate (no readable day): line 3',
      expect.stringMatching(/^ratebook: 1 row without a rate \(no rates on that day.*\): line 4$/),
    ]);
  });

  test('have their receipts too, and a prefix', async () => {
    const given = { to: 'EUR,USD', prefix: 'fx ' };
    const { rows } = await annotate(`${header}2024-01-17,10,GBP\n`, given, '--receipts');
    const all = ['EUR', 'USD'].flatMap((code) => [...names, ...receipt].map((name) => `fx ${name}_${code}`));
    const source = '127.0.0.1_1/api';
    expect(rows.slice(0, 2)).toEqual([
      `Day,Sum,In,${all.join()}`,
      `2024-01-17,10,GBP,1.125,2024-01-17,11.25,day,true,${source},1,,1.25,2024-01-17,12.50,day,true,${source},1,`,
    ]);
  });

  test.each([
    [{ to: 'EUR,USD,eur' }, header, ['--to has EUR twice']],
    [
      { to: 'EUR,XQZ' },
      header,
      ['there is no currency "XQZ"', 'ratebook currencies lists them', 'the header has "Day", "Sum", "In"'],
    ],
    [{ to: 'EUR,USD' }, 'Day,Sum,In,rate_USD\n', ['the header has a column "rate_USD" already', '--prefix fx_']],
  ])('%j is refused', async (given, text, [message, ...hints]) => {
    expect(await annotate(text, given)).toEqual({
      code: 2,
      rows: [''],
      said: [`ratebook: ${message}`, ...hints.map((hint) => `hint: ${hint}`)],
    });
  });
});

test.each([
  [{ digits: '0' }, '12.35', '11'],
  [{ digits: '4' }, '12.35', '11.1150'],
  [{ digits: '3', to: 'JPY' }, '1', '150.000'],
])('%j are the decimals of the result', async (given, sum, converted) => {
  const { rows } = await annotate(`${header}2024-01-17,${sum},USD\n`, given);
  expect(rows[1]?.split(',').at(-1)).toBe(converted);
});

describe('added numbers have the decimal mark of the amounts', () => {
  const row = ',2024-01-17,11.12';
  test.each([
    ['12.35', {}, `0.9${row}`],
    ['"12,35"', {}, '"0,9",2024-01-17,"11,12"'],
    ['"12,35"', { decimal: 'comma' }, '"0,9",2024-01-17,"11,12"'],
    ['12', {}, '0.9,2024-01-17,10.80'],
    ['12', { decimal: 'comma' }, '"0,9",2024-01-17,"10,80"'],
    ['1 200', {}, '0.9,2024-01-17,1080.00'],
  ])('%s with %j', async (sum, given, added) => {
    expect(await annotate(`${header}2024-01-17,${sum},USD\n`, given)).toEqual({
      ...good,
      rows: [head, `2024-01-17,${sum},USD,${added}`, ''],
    });
  });
});

test.each([
  ['--amount', 'Out', 'Into', ['hint: --amount Out,Into']],
  ['--to', 'EUR', 'USD', ['hint: --to EUR,USD']],
  ['--date', 'Day', 'Day', []],
  ['--decimal', 'comma', 'point', []],
])('%s given twice is refused', async (option, one, other, hints) => {
  const { [option.slice(2)]: _, ...rest } = usual;
  const words = Object.entries(rest).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['annotate', '-', ...words, option, one, option, other];
  expect(await runHere(machine, args, { now, stdin: header })).toEqual({
    code: 2,
    stdout: '',
    stderr: [`ratebook: ${option} is given twice`, ...hints, ''].join('\n'),
  });
});

test('a sign stands for the code of all rows, as a note says', async () => {
  const { code, rows, said } = await annotate('Day,Sum\n2024-01-17,90\n', { from: '€', to: '£' });
  expect({ code, said }).toEqual({ code: 0, said: ['€ is EUR (Euro)', '£ is GBP (British Pound)'] });
  expect(rows[1]).toBe('2024-01-17,90,0.8888888889,2024-01-17,80.00');
});
