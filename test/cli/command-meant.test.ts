import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { meaningOf } from '../../src/cli/words/mistakes.ts';
import type { Cli } from '../../src/run/host.ts';
import { inWhole } from '../support/whole.ts';

const program = createProgram({} as Cli, () => {});
const now = Date.parse('2026-11-20T23:30:00Z');
const of = (words: readonly string[]) => {
  const { only, hints } = meaningOf({ argv: words, message: '"x" is not what it should be', now }, program);
  return only ? `done: ${only.join(' ')}` : hints.at(0)?.toString();
};
const meant = (line: string) => of(line.split(' '));

describe('the command that was meant', () => {
  it.each([
    'historical 2024-01-17',
    'series 2024 -o x.csv --debug',
    'convert 250 EUR USD --on 2024-01-17',
    'convert 250 eur to usd,chf',
    'usage',
    'config set base EUR',
  ])('%s is what was typed', (line) => expect(meant(line)).toBeUndefined());

  it.each([
    'historical tomorrow',
    'historical 2024-01-17 EUROPA',
    'usage 2024-01',
    'convert 1 2 EUR USD',
    '2024-01-17 $',
    'convert 5 EUR USD 2024-W03',
    'convert 5 EUR USD 2030-01',
    'convert 5 EUR USD 2024-01-01 --on 2024-01-02',
    'historical 2024-01 -o a.csv --port 80',
  ])('%s has none', (line) => expect(meant(line)).toBeUndefined());

  it.each([
    ['historical 2024-01 -o a$b.csv', "ratebook series 2024-01 -o 'a$b.csv'"],
    ['historical 2024-01-17 EUR -s *', 'ratebook historical 2024-01-17 -s EUR'],
    ['historical 2024-01-17 --symbols=EUR GBP -q', 'ratebook historical 2024-01-17 -q -s EUR,GBP'],
    ['-- 250 EUR USD', 'done: convert 250 EUR USD'],
    ['250 EUR USD on 2024-01-17', 'done: convert 250 EUR USD --on 2024-01-17'],
    ['series latest', 'ratebook latest'],
    ['convert 5 EUR USD 2024-01', 'ratebook convert 5 EUR USD --on 2024-01-31 --rate month-mean'],
    ['5 EUR USD last month', 'ratebook convert 5 EUR USD --on 2026-10-31 --rate month-mean'],
    ['5 EUR USD --on 2024-Q1 --rate weekday', 'ratebook convert 5 EUR USD --on 2024-03-31 --rate weekday'],
    ['config set symbols EUR GBP', 'ratebook config set symbols EUR,GBP'],
    ['config set app_id=0123', 'ratebook config set app_id'],
    ['latest EUR', 'ratebook latest -s EUR'],
    ['2024-01-01 - 2024-01-31', 'ratebook series 2024-01-01 2024-01-31'],
    ['series 2024-01-01 2024-01-02 2024-01-05', 'ratebook historical 2024-01-01 2024-01-02 2024-01-05'],
  ])('%s: %s', (line, command) => expect(meant(line)).toBe(command));

  it('is none if only the value of an option was wrong', () => {
    const line = ['historical', '2024-01', '-f', 'xml'];
    expect(meaningOf({ argv: line, message: '--format: "xml" is not one of table, csv', now }, program)).toEqual({
      hints: [],
    });
  });

  const word = fc.constantFrom(
    ...'historical series latest convert config base today in to -s -q --on --rate'.split(' '),
    ...['2024', '2024-01', '2024-1-7', '20240107', '2024-01-17', '2024-Q1', '1y', '250', '1,234', '250EUR', '€100'],
    ...['EUR', 'gbp,', 'ETH', 'EUR/USD', 'x y', 'month-mean'],
  );

  it('is done only where one day is enough for it', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const { only, hints } = meaningOf({ argv: words, message: '', now }, program);
        if (!only) return;
        expect(hints).toEqual([]);
        expect(only.join(' ')).toMatch(/^(convert|historical [^ ]+($| -))/);
      }),
      { numRuns: inWhole(2000, 300) },
    );
  });

  it('is never corrected again', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const command = of(words);
        if (!command?.startsWith('ratebook ') || command.includes("'")) return;
        expect(of(command.split(' ').slice(1))).toBeUndefined();
      }),
      { numRuns: inWhole(2000, 300) },
    );
  });
});
