import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { dayBody } from '../support/service.ts';

const now = '2024-03-01T12:00:00Z';
const machine = Machine.for(nobody);
new HeldFiles(machine, nobody).write('2024-01-17', JSON.stringify(dayBody({ EUR: 0.9, GBP: 0.8 })));

const row = '2024-01-17,5,USD';
const cells = ',0.9,2024-01-17,4.50';
// would be missed if it counted
const notHeld = '2024-01-18,5,USD';

async function added(
  rows: readonly string[],
  options = '--date Date --amount Amount --from Currency',
  ...more: string[]
) {
  const lines = ['Date,Amount,Currency', ...rows];
  const args = ['annotate', '-', ...options.split(' '), '--to', 'EUR', '--offline', '-q', ...more];
  const { code, stdout, stderr } = await runHere(machine, args, { now, stdin: `${lines.join('\n')}\n` });
  const texts = stdout.split('\n').map((line, at) => line.slice(lines[at]?.length));
  return { code, cells: texts.slice(1, -1), stderr };
}

const ended = (line: number, rows: string) => {
  const below = `: ${rows} below it without a rate; annotate them as a file of their own`;
  return `ratebook: line ${line} is another header${rows && below}\n`;
};

describe('another header ends the table:', () => {
  test.each([
    'Date,Amount,Currency',
    ' Date ,"Amount",Currency',
    'Date,Amount,',
    'Date,Amount,USD',
    'Date,Amount,Currency,Fee',
    'Date,Fee,Fee currency',
    'Settled,Net,Ccy',
    'Datum,Betrag,Währung',
  ])('%s', async (header) => {
    expect(await added([row, '', header, notHeld, '', 'soon,x,USD', header, row])).toEqual({
      code: 3,
      cells: [cells, '', ',,,', ',,,', '', ',,,', ',,,', ',,,'],
      stderr: ended(4, '4 rows'),
    });
  });

  test('at the end of the file', async () => {
    expect(await added([row, 'Date,Fee,Currency'])).toEqual({ code: 3, cells: [cells, ',,,'], stderr: ended(3, '') });
  });

  test.each([
    ['--date 2024-01-17 --amount Amount --from Currency', 'Date,Amount,Currency'],
    ['--date 2024-01-17 --amount Amount --from USD', ',Amount,'],
    ['--date Date --amount Amount --from USD', 'Settled,Net,'],
    ['--date Date --amount Currency,Amount --from USD', 'Settled,Net,Fee'],
  ])('%s: %s', async (options, header) => {
    const { code, stderr } = await added([header, notHeld], options);
    expect({ code, stderr }).toEqual({ code: 3, stderr: ended(2, '1 row') });
  });

  test('whatever codes are let through', async () => {
    const result = await added([row, 'Datum,Betrag,Waehrung', notHeld], undefined, '--yes');
    expect(result).toEqual({ code: 3, cells: [cells, ',,,', ',,,'], stderr: ended(3, '1 row') });
  });
});

describe('a row that cannot be done ends nothing:', () => {
  test.each([
    ...[
      'Total,,USD',
      'Total,12.00,EUR',
      'Total,,',
      ',Total,',
      'Total,Sum,EUR',
      'Opening balance,100.00,',
      'Total',
      'Total,5',
    ],
    ...[
      'pending,n/a,USD',
      'pending,n/a,n/a',
      'N/A,pending,tba',
      'none,none,none',
      'same,same,same',
      'soon,x,usd',
      '?,-,*',
    ],
    ...['2024-01-17,Fee,Currency', '2024-01-17,n/a,USD', 'Date,5,Currency', 'Note: see below', 'a,b,c,d', ',,'],
  ])('%s', async (line) => {
    const { code, cells: all, stderr } = await added([line, row]);
    expect({ code, last: all.at(-1) }).toEqual({ code: 3, last: cells });
    expect(stderr).toMatch(/^ratebook: 1 row without a rate \(.*\): line 2\n$/);
  });

  test('where a single column is all that could tell', async () => {
    const { cells: all } = await added([',free,', row], '--date 2024-01-17 --amount Amount --from USD');
    expect(all).toEqual([',,,', cells]);
  });
});
