import { describe, expect, test } from 'vitest';
import { Machine } from '../support/ratebook.ts';

const machine = new Machine();
const demo = (...args: string[]) => machine.run([...args, '--demo', '-q']);
const day = ['historical', '2024-01-17', '-s', 'EUR,JPY'];

describe.concurrent('--decimal comma', () => {
  test('in csv has semicolons between the cells', async () => {
    const text = 'date;base;quote;rate\n2024-01-17;USD;EUR;0,955\n2024-01-17;USD;JPY;162,85418\n';
    expect((await demo(...day, '--decimal', 'comma')).stdout).toBe(text);
    await demo(...day, '--decimal', 'comma', '-o', 'day.csv');
    expect(machine.read('day.csv')).toBe(text);
    expect((await demo(...day, '--decimal', 'point')).stdout).toBe(
      'date,base,quote,rate\n2024-01-17,USD,EUR,0.955\n2024-01-17,USD,JPY,162.85418\n',
    );
  });

  test('in tsv has tabs, also by the ending of a file', async () => {
    await demo('series', '2024-01-17', '2024-01-18', '-s', 'EUR', '--wide', '--decimal', 'comma', '-o', 'two.tsv');
    expect(machine.read('two.tsv')).toBe('date\tbase\tEUR\n2024-01-17\tUSD\t0,955\n2024-01-18\tUSD\t0,951567\n');
  });

  test('counts for every number that convert prints', async () => {
    const words = ['convert', '250,50', 'EUR', 'USD', '--on', '2024-01-17', '--decimal', 'comma'];
    expect((await demo(...words)).stdout).toBe(
      '250,50 EUR = 262,30 USD (made-up rates)\n1 EUR = 1,047120419 USD (derived), 1 USD = 0,955 EUR\n2024-01-17\n',
    );
    expect((await demo(...words, '-f', 'value')).stdout).toBe('262,30\n');
    expect((await demo(...words, '-f', 'csv')).stdout).toBe(
      'date;from;amount;to;rate;converted\n2024-01-17;EUR;250,50;USD;1,047120419;262,30\n',
    );
    expect((await demo(...words, '-f', 'tsv')).stdout).toBe(
      'date\tfrom\tamount\tto\trate\tconverted\n2024-01-17\tEUR\t250,50\tUSD\t1,047120419\t262,30\n',
    );
  });

  test.each([
    [['1.234', '--decimal', 'comma'], '1292,15\n'],
    [['1,234', '--decimal', 'comma'], '1,29\n'],
    [['1,234', '--decimal', 'point'], '1292.15\n'],
    [['1.234'], '1.29\n'],
  ])('says how the amount of %j is read', async ([amount = '', ...decimal], stdout) => {
    const words = ['EUR', 'USD', '--on', '2024-01-17', '-f', 'value'];
    expect(await demo('convert', amount, ...words, ...decimal)).toEqual({ code: 0, stdout, stderr: '' });
  });

  test.each([
    ['1,234.50', 'comma', '1234,50'],
    ['1.5', 'comma', '1,5'],
    ['1.234,50', 'point', '1234.50'],
  ])('refuses %s with a decimal %s', async (amount, mark, right) => {
    expect(await demo('convert', amount, 'EUR', 'USD', '--decimal', mark)).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratebook: "${amount}" is not an amount with a decimal ${mark}\nhint: write ${right}\n`,
    });
  });

  test.each([
    [[...day, '-f', 'json'], 'csv, tsv and value, not with json'],
    [[...day, '-f', 'table'], 'csv, tsv and value, not with table'],
    [[...day, '-o', 'x.ndjson'], 'csv, tsv and value, not with ndjson'],
    [['convert', '1', 'EUR', 'USD', '-f', 'json'], 'sentence, table, csv, tsv and value, not with json'],
  ])('%j is refused', async (args, words) => {
    expect(await machine.run([...args, '--decimal', 'comma'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratebook: --decimal comma works with ${words}\n`,
    });
  });
});
