import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { otherNames } from '../../src/cli/words/elsewhere.ts';
import { meaningOf } from '../../src/cli/words/mistakes.ts';
import type { Cli } from '../../src/run/host.ts';
import { inShell } from '../../src/words.ts';
import { inWhole } from '../support/whole.ts';

const program = await createProgram({} as Cli, () => {});
const now = Date.parse('2026-11-20T23:30:00Z');

function of(words: readonly string[], message = '"x" is not what it should be'): string | undefined {
  const { only, hints } = meaningOf({ argv: words, message, now }, program);
  return only ? `done: ${only.map(inShell).join(' ')}` : hints.at(0)?.toString();
}

const meant = (line: string) => of(line.split(' '));

describe('the command that was meant', () => {
  it.each([
    'historical 2024-01-17',
    'series 2024 -o x.csv --debug',
    'convert 250 EUR USD --on 2024-01-17',
    'convert 250 eur to usd,chf',
    'convert eur in usd,chf',
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

  it.each([
    ['-- 250 EUR USD', 'convert 250 EUR USD'],
    ['250 EUR USD on 2024-01-17', 'convert 250 EUR USD --on 2024-01-17'],
    ['100 EUR USD', 'convert 100 EUR USD'],
    ['100 eur to USD,CHF', 'convert 100 EUR USD CHF'],
    ['100EUR USD', 'convert 100 EUR USD'],
    ['€100 USD', "convert 100 '€' USD"],
    ['100 EUR/USD', 'convert 100 EUR USD'],
    ['EUR USD', 'convert EUR in USD'],
    ['EUR to USD GBP', 'convert EUR in USD GBP'],
    ['EUR/USD', 'convert EUR in USD'],
    ['eurusd', 'convert EUR in USD'],
    ['1,234 EUR USD', 'convert 1,234 EUR USD'],
    ['2024 EUR USD', 'convert 2024 EUR USD'],
    ['100 EURO USD', 'convert 100 EURO USD'],
    ['100 yen dollars', 'convert 100 yen dollars'],
    ['-q --on yesterday 100 EUR USD', 'convert 100 EUR USD -q --on yesterday'],
    ['100 EUR USD on 17 Jan 2024', "convert 100 EUR USD --on '17 Jan 2024'"],
    ['100 EUR USD --rate day', 'convert 100 EUR USD --rate day'],
    ['250 CHF EUR on 3 May 2019 --rate last-published', "convert 250 CHF EUR --on '3 May 2019' --rate last-published"],
    ['1 234 567 EUR USD', "convert '1 234 567' EUR USD"],
    ['€1 234.50 USD', "convert '1 234.50' '€' USD"],
    ['1 250 EUR USD', "convert '1 250' EUR USD"],
    ['- 5 EUR USD', "convert '- 5' EUR USD"],
    ['– 2024 EUR USD', "convert '– 2024' EUR USD"],
    ['last friday -s EUR', "historical 'last friday' -s EUR"],
    ['100 EUR USD -f cvs', 'convert 100 EUR USD -f cvs'],
    ['100 EUR USD --every month', 'convert 100 EUR USD --every month'],
    ['2024-01-17 -s EUR', 'historical 2024-01-17 -s EUR'],
    ['17 Jan 2024 -s EUR', "historical '17 Jan 2024' -s EUR"],
    ['01/02/2024', 'historical 01/02/2024'],
  ])('%s is done as %s', (line, command) => expect(meant(line)).toBe(`done: ${command}`));

  const drawn = ['', 'EUR', 'USD', 'EUR USD', 'USD EUR GBP', 'EUR,USD', 'EUR/USD', 'USD,GBP 2024', '-b EUR', '-b USD'];
  it.each(drawn)('chart %s: no currency in itself, whatever the usual base is', (words) => {
    const [, base, symbols] = /-b (\w+) -s ([\w,]+)/.exec(meant(`chart ${words}`.trim()) ?? '') ?? [];
    expect({ base, symbols }).toEqual({
      base: expect.stringMatching(/./),
      symbols: expect.not.stringContaining(`${base}`),
    });
  });

  it('has other names, none of which is that of a command', () => {
    const names = otherNames.flatMap(([, , words]) => words.split(' '));
    const own = program.commands.map((command) => command.name());
    expect(names.filter((name) => own.includes(name) || !meant(name)?.startsWith('ratebook '))).toEqual([]);
  });

  it('is none if only the value of an option was wrong', () => {
    const line = ['historical', '2024-01', '-f', 'xml'];
    expect(meaningOf({ argv: line, message: '--format: "xml" is not one of table, csv', now }, program)).toEqual({
      hints: [],
    });
  });
});

const word = fc.constantFrom(
  ...'historical series latest convert config base today in to -s -q --on --rate'.split(' '),
  ...['2024', '2024-01', '2024-1-7', '20240107', '2024-01-17', '2024-Q1', '1y', '250', '1,234', '250EUR', '€100'],
  ...['EUR', 'gbp,', 'ETH', 'EUR/USD', 'x y', 'month-mean'],
);
const numRuns = inWhole(2000, 300);

it('what was meant is done only where one day is enough for it, and what is told is never corrected again', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const { only, hints } = meaningOf({ argv: words, message: '', now }, program);
      const [hint = ''] = hints.map(String);
      if (only) {
        expect(hints).toEqual([]);
        expect(only.join(' ')).toMatch(/^(convert|historical [^ ]+($| -))/);
      } else if (hint.startsWith('ratebook ') && !hint.includes("'"))
        expect(meant(hint.slice('ratebook '.length))).toBeUndefined();
    }),
    { numRuns },
  );
});
