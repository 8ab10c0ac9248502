import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const home = 'EUR';
const foreign = ['USD', 'GBP', 'JPY', 'CHF', 'KWD'];
const days = Array.from({ length: 10 }, (_, at) => addDays('2024-01-03' as Day, at * 3));
const stored = days.flatMap((day) => foreign.map((code) => ({ day, code })));

/** By day and code, as text with two decimals. */
type Values = Readonly<Record<string, string>>;
const machine = new Machine();
const converted: Record<string, string> = {};

async function fill(): Promise<void> {
  const series = ['series', '2024-01', '-b', home, '-s', '*', '--show-alternative', '--demo', '-q'];
  for (const format of ['ledger', 'beancount']) {
    await runHere(machine, [...series, '-f', format, '-o', join(machine.home, `reverse.${format}`)]);
    await runHere(machine, [...series, '-f', format, '--invert', '-o', join(machine.home, `prices.${format}`)]);
  }
  for (const { day, code } of stored) {
    const words = ['convert', '100', code, home, '--on', day, '-f', 'value', '--demo', '-q'];
    converted[`${day} ${code}`] = (await runHere(machine, words)).stdout.trim();
  }
}

const isThere = (program: string) => !spawnSync(program, ['--version']).error;
const unless = (programs: readonly string[]) => {
  const lacking = programs.filter((program) => !isThere(program));
  return lacking.length > 0 ? ` (skipped: ${lacking.join(' and ')} not installed)` : '';
};

async function output(program: string, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(program, args, { cwd: machine.home });
  // ledger waits for more to read
  running.child.stdin?.end();
  const { stdout, stderr } = await running;
  expect(stderr).toBe('');
  return stdout;
}

/** 100 units of each currency on each day. */
function journal(): string {
  const head = 'commodity EUR\n  format 1.00 EUR\ninclude prices.ledger\n';
  const bookings = stored.map(({ day, code }) => `${day} *\n  assets:${code}  100 ${code}\n  equity:${code}\n`);
  return [head, ...bookings].join('\n');
}

const programs = [
  {
    commands: ['ledger'],
    format: 'ledger',
    check: (file: string) => output('ledger', '-f', file, 'source'),
    values: async () => {
      machine.write('book.ledger', journal());
      const line = '%(format_date(date, "%Y-%m-%d")) %(account) %(display_amount)\n';
      const lines = await output('ledger', '-f', 'book.ledger', 'reg', '^assets', '-H', '-X', home, '-F', line);
      return valuesIn(lines, /^(\S+) assets:(\S+) +(\S+) EUR$/gm);
    },
  },
  {
    commands: ['hledger'],
    format: 'ledger',
    check: (file: string) => output('hledger', '-f', file, 'check', '--strict'),
    values: async () => {
      machine.write('book.ledger', journal());
      const lines = await output('hledger', '-f', 'book.ledger', 'reg', '^assets', '--value=then,EUR', '-O', 'csv');
      return valuesIn(lines, /^"\d+","(\S+?)","","","assets:(\S+?)","(\S+) EUR"/gm);
    },
  },
  {
    commands: ['bean-check', 'bean-query'],
    format: 'beancount',
    check: (file: string) => output('bean-check', file),
    values: async () => {
      const lines = stored.map(({ day, code }) => `${day} * ""\n  Assets:Cash  100 ${code}\n  Equity:Cash\n`);
      const accounts = ['Assets', 'Equity'].map((name) => `2024-01-01 open ${name}:Cash\n`);
      machine.write('book.beancount', ['include "prices.beancount"\n', ...accounts, ...lines].join('\n'));
      const query = `SELECT date, currency, number(convert(position, '${home}', date)) WHERE account = 'Assets:Cash'`;
      const rows = await output('bean-query', '-f', 'csv', 'book.beancount', query);
      const exact = Object.entries(valuesIn(rows, /^(\d[\d-]*),(\w+), *(\S+)\s*$/gm));
      return Object.fromEntries(exact.map(([name, value]) => [name, new Decimal(value).toFixed(2)]));
    },
  },
];

function valuesIn(text: string, line: RegExp): Values {
  return Object.fromEntries(Array.from(text.matchAll(line), ([, day, code, value = '']) => [`${day} ${code}`, value]));
}

describe('all currencies', () => {
  beforeAll(fill);

  test('are in each price file, on each day', () => {
    const rows = machine.read('prices.ledger').trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(31 * 165);
    expect(rows.join('\n')).toContain('VEF_BLKMKT');
    expect(machine.read('prices.beancount').trimEnd().split('\n')).toHaveLength(rows.length);
  });

  for (const { commands, format, check, values } of programs) {
    const missing = unless(commands);
    describe.skipIf(missing)(`with ${commands[0]}${missing}`, () => {
      test('are read without a word, whichever way round', async () => {
        expect([await check(`prices.${format}`), await check(`reverse.${format}`)]).toEqual(['', '']);
      });

      test('value what is stored as convert does, to the cent', async () => expect(await values()).toEqual(converted));
    });
  }
});
