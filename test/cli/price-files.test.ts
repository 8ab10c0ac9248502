import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoServed } from '../../src/server/demo/demo.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays, withoutOdd } from '../support/real-days.ts';
import { startService } from '../support/service.ts';
import { inWhole } from '../support/whole.ts';

const now = '2026-09-01T12:00:00Z';
const home = 'EUR';
const foreign = ['USD', 'GBP', 'JPY', 'CHF', 'KWD'];
const days = Array.from({ length: inWhole(10, 5) }, (_, index) =>
  addDays('2025-01-03' as Day, index * inWhole(36, 18)),
);
/** Of all currencies in every price file. */
const range = inWhole(['2025'], ['2025-01', '2025-03']);
const held = days.flatMap((day) => foreign.map((code) => ({ day, code })));

/** By day and code, as text with two decimals. */
type Values = Readonly<Record<string, string>>;

let machine: Machine;
const converted: Record<string, string> = {};

async function fill(): Promise<void> {
  const real = new RealDays();
  const clock = () => Date.parse(now);
  const handler = createHandler({ source: real.source, accounts: demoServed(clock).accounts, now: clock });
  machine = Machine.for((await startService(undefined, handler)).url);
  for (const format of ['ledger', 'beancount', 'gnucash']) {
    const series = ['series', ...range, '-b', home, '-s', '*', '-f', format, '-q'];
    for (const [name, more] of [
      ['prices', ['--invert']],
      ['reverse', []],
    ] as const) {
      const { stderr, ...result } = await machine.run([...series, ...more, '-o', `${name}.${format}`], { now });
      expect({ ...result, stderr: withoutOdd(stderr) }).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  }
  for (const format of ['ledger', 'beancount']) {
    const words = ['series', '2024-01', '-s', '*', '--show-alternative', '-f', format, '--demo', '-q'];
    await machine.run([...words, '-o', `alternative.${format}`]);
    expect(machine.read(`alternative.${format}`)).toContain('VEF_BLKMKT');
  }
  const value = async (code: string, day: Day) => {
    const words = ['convert', '100', code, home, '--on', day, '-f', 'value', '--offline', '-q'];
    converted[`${day} ${code}`] = (await runHere(machine, words, { now })).stdout.trim();
  };
  for (const day of days) await Promise.all(foreign.map((code) => value(code, day)));
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
  return [head, ...held.map(({ day, code }) => `${day} *\n  assets:${code}  100 ${code}\n  equity:${code}\n`)].join(
    '\n',
  );
}

interface Program {
  readonly commands: readonly string[];
  readonly format: string;
  readonly check: (file: string) => Promise<string>;
  readonly values: () => Promise<Values>;
}

const programs: Program[] = [
  {
    commands: ['ledger'],
    format: 'ledger',
    check: (file) => output('ledger', '-f', file, 'source'),
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
    check: (file) => output('hledger', '-f', file, 'check', '--strict'),
    values: async () => {
      machine.write('book.ledger', journal());
      const lines = await output('hledger', '-f', 'book.ledger', 'reg', '^assets', '--value=then,EUR', '-O', 'csv');
      return valuesIn(lines, /^"\d+","(\S+?)","","","assets:(\S+?)","(\S+) EUR"/gm);
    },
  },
  {
    commands: ['bean-check', 'bean-query'],
    format: 'beancount',
    check: (file) => output('bean-check', file),
    values: async () => {
      const lines = held.map(({ day, code }) => `${day} * ""\n  Assets:Cash  100 ${code}\n  Equity:Cash\n`);
      const accounts = ['Assets', 'Equity'].map((name) => `2025-01-01 open ${name}:Cash\n`);
      machine.write('book.beancount', ['include "prices.beancount"\n', ...accounts, ...lines].join('\n'));
      const query = `SELECT date, currency, number(convert(position, '${home}', date)) WHERE account = 'Assets:Cash'`;
      const exact = valuesIn(
        await output('bean-query', '-f', 'csv', 'book.beancount', query),
        /^(\d[\d-]*),(\w+), *(\S+)\s*$/gm,
      );
      return Object.fromEntries(
        Object.entries(exact).map(([name, value]) => [name, new Decimal(value).toFixed(2, Decimal.ROUND_HALF_UP)]),
      );
    },
  },
];

function valuesIn(text: string, line: RegExp): Values {
  return Object.fromEntries(Array.from(text.matchAll(line), ([, day, code, value = '']) => [`${day} ${code}`, value]));
}

describe.skipIf(!hasRealDays)(`all currencies of real days${orSkipped}`, () => {
  beforeAll(fill, 240_000);

  test('is in each price file, whole', () => {
    for (const name of ['prices', 'reverse']) {
      const rows = machine.read(`${name}.ledger`).trimEnd().split('\n');
      expect(rows.length).toBeGreaterThan(inWhole(365, 90) * 165);
      expect(machine.read(`${name}.beancount`).trimEnd().split('\n')).toHaveLength(rows.length);
      expect(machine.read(`${name}.gnucash`).trimEnd().split('\n')).toHaveLength(rows.length + 1);
    }
  });

  for (const { commands, format, check, values } of programs) {
    const [name = ''] = commands;
    const missing = unless(commands);
    describe.skipIf(missing)(`with ${name}${missing}`, () => {
      test('is read without a word, whichever way round', async () => {
        expect(await check(`prices.${format}`)).toBe('');
        expect(await check(`reverse.${format}`)).toBe('');
        expect(await check(`alternative.${format}`)).toBe('');
      });

      test('values what is held as convert does, to the cent', async () => {
        expect(Object.keys(converted)).toHaveLength(held.length);
        expect(await values()).toEqual(converted);
      });
    });
  }
});
