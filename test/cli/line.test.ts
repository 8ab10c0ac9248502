import { describe, expect, it } from 'vitest';
import { otherNames, wholeLine } from '../../src/cli/line.ts';
import { commandNames } from '../../src/cli/program.ts';
import { inShell } from '../../src/words.ts';

const now = Date.parse('2026-11-20T23:30:00Z');
const whole = (line: string) => wholeLine(line.split(' '), commandNames, now).map(inShell).join(' ');

describe('a line without a command', () => {
  it.each([
    ['-- 250 EUR USD', 'convert 250 EUR USD'],
    ['250 EUR USD on 2024-01-17', 'convert 250 EUR USD --on 2024-01-17'],
    ['100 eur to USD,CHF', 'convert 100 EUR USD CHF'],
    ['100EUR USD', 'convert 100 EUR USD'],
    ['€100 USD', "convert 100 '€' USD"],
    ['100 EUR/USD', 'convert 100 EUR USD'],
    ['EUR USD', 'convert EUR in USD'],
    ['eurusd', 'convert EUR in USD'],
    ['EUR/USD @2024-01-17', 'convert EUR in USD --on 2024-01-17'],
    ['2024 EUR USD', 'convert 2024 EUR USD'],
    ['100 EURO USD', 'convert 100 EURO USD'],
    ['- 5 EUR USD', "convert '− 5' EUR USD"],
    ['-q --on yesterday 100 EUR USD', 'convert 100 EUR USD -q --on yesterday'],
    ['250 CHF EUR on 3 May 2019 --rate day', "convert 250 CHF EUR --on '3 May 2019' --rate day"],
    ['last friday -s EUR', "historical 'last friday' -s EUR"],
    ['-5 EUR USD', "convert '−5' EUR USD"],
    ['100 CHF --on 3 May 2019 EUR', "convert 100 CHF EUR --on '3 May 2019'"],
    ['1 250 EUR xyz', "convert '1 250' EUR xyz"],
    ['01/02/2024', 'historical 01/02/2024'],
    ['2024 -s EUR', 'series 2024 -s EUR'],
    ['last month', 'series last-month'],
    ['2024-01-01 - 2024-01-31', 'series 2024-01-01 2024-01-31'],
    ['now -s EUR', 'latest -s EUR'],
    ['version', '--version'],
  ])('%s is %s', (line, command) => expect(whole(line)).toBe(command));
});

describe('a line with a command', () => {
  it.each([
    ['-q usage', 'usage -q'],
    ['--source ecb latest', 'latest --source ecb'],
    ['convert EUR/USD -q', 'convert EUR in USD -q'],
    ['convert --amount 5 EUR USD', 'convert 5 EUR USD --amount'],
    ['historical last friday 3 may 2019', "historical 'last friday' '3 may 2019'"],
    ['archive --reserve 5 --to rates', 'archive --reserve 5 --to rates'],
    ['xyzzy', 'xyzzy'],
  ])('%s is %s', (line, command) => expect(whole(line)).toBe(command));
});

it('has other names, none of which is that of a command, and each leads to a command', () => {
  for (const name of otherNames.flatMap(([, words]) => words.split(' '))) {
    expect(commandNames).not.toContain(name);
    expect(() => whole(name), name).toThrow('unknown command');
  }
  for (const [template] of otherNames) expect(commandNames).toContain(template.split(' ', 1).join());
});
