import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

/** Nothing listens there, and no key is set. */
const machine = Machine.for('http://127.0.0.1:9/api', '');

function fileOf(name: string, text: string): string {
  const path = join(machine.home, name);
  writeFileSync(path, text, 'latin1');
  return path;
}

const convert = async (text: string, ...words: string[]) =>
  runHere(machine, ['convert', ...words, '--rates', fileOf('own.csv', text)]);

const head = 'date,base,quote,rate\n';
const months = 'period,base,quote,rate\n2024-05,EUR,USD,1.0812\n2024-06,EUR,USD,1.0759\n2024-06,EUR,GBP,0.8464\n';

describe('an amount at rates of a file', () => {
  test('has the newest period, and each target the way it has', async () => {
    expect(await convert(months, '100', 'USD', 'EUR', 'GBP')).toEqual({
      code: 0,
      stdout:
        '100.00 USD = 92.95 EUR\n100.00 USD = 78.67 GBP\n' +
        '1 USD = 0.9294544103 EUR (derived), 1 EUR = 1.0759 USD\n' +
        '1 USD = 0.7866902128 GBP (derived), 1 GBP = 1.271148393 USD (derived)\n2024-06\n',
      stderr: '',
    });
  });

  test('has a receipt that names the file', async () => {
    const { stdout } = await convert(months, '100', 'EUR', 'USD', '--on', '2024-05-31', '-f', 'ndjson');
    expect(stdout).toBe(
      '{"date":"2024-05","from":"EUR","amount":100,"to":"USD","rate":1.0812,"converted":108.12,"rule":"day",' +
        '"derived":false,"source":"own.csv","published":null,"days":1,"odd":[]}\n',
    );
  });

  test('has the mean of the days that are there, and says how many', async () => {
    const days = `${head}2024-06-03,EUR,USD,1.1\n2024-06-04,EUR,USD,1.2\n`;
    expect(await convert(days, '10', 'EUR', 'USD', '--rate', 'weekday-mean')).toEqual({
      code: 0,
      stdout: '10.00 EUR = 11.50 USD\n1 EUR = 1.15 USD, 1 USD = 0.8712121212 EUR\n2024-06, mean of 2 days\n',
      stderr: '',
    });
  });

  test('may be of any day and any code, which goes before what people call another', async () => {
    const own = `${head}1066-10-14,NIS,XPENNY,240\n3000-01-01,NIS,XPENNY,5\n`;
    expect(await convert(own, '1', 'nis', 'xpenny', '--on', '1066-10-14', '-f', 'csv')).toEqual({
      code: 0,
      stdout: 'date,from,amount,to,rate,converted\n1066-10-14,NIS,1,XPENNY,240,240.000000\n',
      stderr: '',
    });
    expect((await convert(own, '1', 'NIS', 'XPENNY', '-f', 'value')).stdout).toBe('5.000000\n');
    const euros = await convert(`${head}2024-01-01,EUR,USD,2\n`, '1', '€', 'USD', '-f', 'value');
    expect(euros).toEqual({ code: 0, stdout: '2.00\n', stderr: '€ is EUR (Euro)\n' });
  });

  test('is not there where the file lacks it, and the others are', async () => {
    expect(await convert(months, '1', 'EUR', 'USD', 'JPY', '--on', '2024-05-01', '-f', 'value')).toEqual({
      code: 3,
      stdout: '1.08\n',
      stderr: 'ratebook: own.csv has no rate for EUR/JPY on 2024-05-01\n',
    });
    expect(await convert(`${head}2024-01-01,EUR,USD,2\n`, '1', 'EUR', 'GBP', '--rate', 'month-mean')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'ratebook: own.csv has no rate for EUR/GBP in 2024-01\n',
    });
  });

  test('has as many digits as the result needs, as the exact quotient would have', async () => {
    const [one, other] = ['1.23456789012345678901', '0.00098765432109876543'];
    const own = `${head}2024-01-01,EUR,USD,${one}\n2024-01-01,XAU,EUR,${other}\n`;
    const amount = '987654321987.65';
    const args = [amount, 'USD', 'XAU', '--on', '2024-01-01', '-f', 'csv', '--no-header'];
    const [, , , , rate = '', converted] = (await convert(own, ...args)).stdout.trim().split(',');
    const Exact = Big();
    Exact.DP = 60;
    const exact = new Exact(amount).div(one).div(other);
    expect(converted).toBe(exact.toFixed(6));
    expect(new Exact(amount).times(rate).toFixed(6)).toBe(converted);
  });

  test('rounds a tie of the exact quotient away from zero, and prints a rate that leads there', async () => {
    const thirds = `${head}2024-01-01,EUR,USD,3\n`;
    const row = async (amount: string, digits: string) =>
      (await convert(thirds, amount, 'USD', 'EUR', '--digits', digits, '-f', 'csv', '--no-header')).stdout;
    expect(await row('4.50', '0')).toBe('2024-01-01,USD,4.50,EUR,0.3333333334,2\n');
    expect(await row('-4.50', '0')).toBe('2024-01-01,USD,-4.50,EUR,0.3333333334,-2\n');
    expect(await row('4.50', '2')).toBe('2024-01-01,USD,4.50,EUR,0.3333333333,1.50\n');
  });
});

describe('a file of rates', () => {
  const rates = '2024-01-17,EUR,USD,1.25\n';
  test.each([
    [
      'a mark, other columns, blank lines and line ends of Windows',
      `\xef\xbb\xbfNote,Date,BASE,Quote,Rate\r\nx,${rates}\r\n\r\n`,
    ],
    ['semicolons and decimal commas', 'date;base;quote;rate\n2024-01-17;EUR;USD;1,25\n'],
    ['tabs, and no line end', 'date\tbase\tquote\trate\n2024-01-17\tEUR\tUSD\t1,25'],
    ['an empty date beside its period', 'period,base,quote,rate,date,days\n2024-01,EUR,USD,1.25,,31\n'],
    ['quotes', '"date"|"base"|"quote"|"rate"\n"2024-01-17"|"eur"|"usd"|"1.25"\n'],
    ['days as people write them', `${head}17 Jan 2024,EUR,USD,1.25\n`],
    ['an exponent', `${head}20240117,EUR,USD,125e-02\n`],
    ['the same rate again, written otherwise', `${head}${rates}17.01.2024,EUR,USD,1.250000000000000000000\n`],
  ])('may have %s', async (_, text) => {
    const { code, stdout, stderr } = await convert(text, '1', 'EUR', 'USD', '--on', '2024-01-17', '-f', 'value');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '1.25\n', stderr: '' });
  });

  test.each([
    ['', 'own.csv has no header with the columns date (or period), base, quote and rate'],
    ['date,EUR,GBP\n', 'own.csv has no header with the columns date (or period), base, quote and rate'],
    [`${head}${rates}2024-01-18,EUR,USD,1,25\n`, 'line 3 of own.csv has 5 cells, its header has 4'],
    [`${head}${rates}2024-01-18,EUR,USD,N/A\n`, 'line 3 of own.csv has no readable rate: "N/A"'],
    [`${head}2024-01-18,EUR,USD,-1\n`, 'line 2 of own.csv has no readable rate: "-1"'],
    [`${head}2024-01-18,EUR,USD,"1,25"\n`, 'line 2 of own.csv has no readable rate: "1,25"'],
    [
      'date;base;quote;rate\n2024-01-17;EUR;USD;1,25\n2024-01-17;EUR;IDR;16.500\n',
      'line 3 of own.csv has no readable rate: "16.500"',
    ],
    [`${head}2024-01-18,EUR,$,1\n`, 'line 2 of own.csv has no readable quote: "$"'],
    [`${head}01/02/2024,EUR,USD,1\n`, 'line 2 of own.csv has no readable day or period: "01/02/2024"'],
    [`${head}last-month,EUR,USD,1\n`, 'line 2 of own.csv has no readable day or period: "last-month"'],
    [`${head}1000d,EUR,USD,1\n`, 'line 2 of own.csv has no readable day or period: "1000d"'],
    [`${head}2024-01-17,"EUR,USD,1\n`, 'line 2 of own.csv has a quote that never closes'],
    [
      `${head}${rates}2024-01-17,USD,EUR,1\n2024-01-17,eur,usd,1.26\n`,
      'line 4 of own.csv gives EUR/USD another rate for 2024-01-17 than a line before it',
    ],
  ])('is refused: %j', async (text, message) => {
    expect(await convert(text, '1', 'EUR', 'USD')).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratebook: ${message}\n`,
    });
  });

  test('of months alone knows no rule', async () => {
    expect(await convert(months, '1', 'EUR', 'USD', '--rate', 'weekday')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'ratebook: --rate weekday needs rates of days, and own.csv has none\n',
    });
  });

  test.each([
    ['-', 2, '--rates takes a file, not standard input'],
    ['/nowhere/own.csv', 1, 'cannot read /nowhere/own.csv: no such file or directory'],
  ])('%s is none', async (path, code, message) => {
    expect(await runHere(machine, ['convert', '1', 'EUR', 'USD', '--rates', path])).toEqual({
      code,
      stdout: '',
      stderr: `ratebook: ${message}\n`,
    });
  });
});

describe('what series writes is read as it is', () => {
  test.each([
    [['-f', 'csv'], ',', '2024-01-17'],
    [['-f', 'tsv', '--decimal', 'comma'], '\t', '2024-01-17'],
    [['-f', 'csv', '--decimal', 'comma', '--invert'], ';', '2024-01-17'],
    [['-f', 'csv', '--every', 'week'], ',', '2024-W03'],
    [['-f', 'tsv', '--every', 'month', '--take', 'last'], '\t', '2024-01'],
  ])('%j', async (form, delimiter, when) => {
    const series = ['series', '2024-01', '-s', 'EUR', '--demo', '-q', ...form];
    const { stdout } = await runHere(machine, series, { now: '2024-11-20T12:00:00Z' });
    const row = stdout.split('\n').find((line) => line.startsWith(when + delimiter)) ?? '';
    const [, base = '', quote = '', rate = ''] = row.split(delimiter);
    const words = ['1', base, quote, '--on', '2024-01-17', '-f', 'csv', '--no-header'];
    const [date, , , , read] = (await convert(stdout, ...words)).stdout.split(',');
    expect({ date, read }).toEqual({ date: when, read: rate.replace(',', '.') });
  });
});

describe('a file of transactions at rates of a file', () => {
  const annotate = async (rows: string, own: string, ...more: string[]) => {
    const columns = ['--date', 'd', '--amount', 'a', '--from', 'c', '--to', 'EUR'];
    const files = [fileOf('rows.csv', `d,a,c\n${rows}`), '--rates', fileOf('own.csv', own)];
    return runHere(machine, ['annotate', ...files, ...columns, ...more]);
  };

  test('has for each row the rate of its own day or period', async () => {
    const own = `${months}2024-06-03,EUR,USD,1.1\n`;
    const rows = '2024-06-03,11,USD\n2024-06-04,11,USD\n2024-07-01,11,USD\n1998-01-01,5,EUR\n2024-05-01,1,XYZ\n';
    expect(await annotate(rows, own, '--receipts')).toEqual({
      code: 3,
      stdout: [
        'd,a,c,rate,rate_date,converted,rule,derived,source,days,odd',
        '2024-06-03,11,USD,0.9090909091,2024-06-03,10.00,day,true,own.csv,1,',
        '2024-06-04,11,USD,0.9294544103,2024-06,10.22,day,true,own.csv,1,',
        '2024-07-01,11,USD,,,,,,,,',
        '1998-01-01,5,EUR,1,1998-01-01,5.00,day,false,own.csv,1,',
        '2024-05-01,1,XYZ,,,,,,,,',
        '',
      ].join('\n'),
      stderr: 'ratebook: 2 rows without a rate (currency without a rate on that day): lines 4, 6\n',
    });
  });

  test('has the mean of its month, of days to come as well', async () => {
    const own = `${head}2999-01-01,EUR,USD,1\n2999-01-02,EUR,USD,3\n`;
    const { code, stdout, stderr } = await annotate('2999-01-31,3,USD\n', own, '--rate', 'month-mean');
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'd,a,c,rate,rate_date,converted\n2999-01-31,3,USD,0.6666666667,2999-01,2.00\n',
      stderr: '',
    });
  });
});

test('nothing of it is stored or asked', async () => {
  const other = Machine.for('http://127.0.0.1:9/api', '');
  await runHere(other, ['convert', '1', 'EUR', 'USD', '--rates', fileOf('own.csv', months)]);
  expect(() => readFileSync(join(other.home, '.local'))).toThrow('ENOENT');
});
