import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { atTerminal, atTerminalOf, hasTerminal } from '../support/terminal.ts';

const asTable = ['-s', 'EUR', '-f', 'table'];

describe.concurrent('a table of a day', () => {
  test('shows changes where the day before is held, and requests nothing for them', async () => {
    const { service, machine } = await scene();
    const show = async (...args: string[]) =>
      (await machine.run(['historical', '2024-01-17', ...asTable, ...args])).stdout;
    expect(await show()).not.toContain('%');
    expect(service.calls()).toBe(1);
    await machine.run(['historical', '2024-01-16']);
    const [before, then] = await Promise.all(
      ['2024-01-16', '2024-01-17'].map(async (day) => {
        const { stdout } = await machine.run(['historical', day, '-s', 'EUR', '-f', 'json']);
        return JSON.parse(stdout).rates.EUR as number;
      }),
    );
    const change = ((then as number) / (before as number) - 1) * 100;
    expect(await show()).toContain(`  EUR  Euro  ${change < 0 ? '' : '+'}${change.toFixed(2)}%\n`);
    expect(service.calls()).toBe(2);
    expect(await show('--no-store')).not.toContain('%');
  });

  test('says how to have a few of all currencies, but only on a terminal: a pipe and a file get the same bytes', async () => {
    const { machine } = await scene();
    const show = async (...args: string[]) =>
      (await machine.run(['historical', '2024-01-17', '-f', 'table', ...args])).stdout;
    const lead = 'for a few: -s EUR,GBP; always: config set symbols EUR,GBP';
    if (hasTerminal)
      expect((await atTerminal(machine, ['historical', '2024-01-17', '--no-color'])).screen).toContain(lead);
    const piped = await show();
    await show('-o', 'day.txt');
    expect(piped).toMatch(/^2024-01-17, 1 USD =\n/);
    expect(piped).not.toContain('for a few');
    expect(machine.read('day.txt')).toBe(piped);
  });
});

describe.concurrent('--summary', () => {
  test('names missing days in its last line', async () => {
    const { machine } = await scene();
    await machine.run(['historical', '2024-01-02', '2024-01-04']);
    const range = ['series', '2024-01-01', '2024-01-05', '--offline', '--summary'];
    const { code, stdout } = await machine.run([...range, ...asTable]);
    expect(stdout).toMatch(
      /^2 of 5 days, 2024-01-01 to 2024-01-05; missing 2024-01-01, 2024-01-03, 2024-01-05; means to 6 digits\n$/m,
    );
    expect(code).toBe(3);
  });

  test('is a table wherever it goes, whatever the configured format, unless another is named', async () => {
    const { machine } = await scene();
    const words = ['series', '2024-01-02', '2024-01-04', '-s', 'EUR', '--summary', '--demo', '-q'];
    const { stdout } = await runHere(machine, [...words, '-f', 'table']);
    expect(stdout).toMatch(/^made-up rates\n1 USD = +first +last /);
    expect((await runHere(machine, words)).stdout).toBe(stdout);
    await runHere(machine, ['config', 'set', 'format', 'json']);
    expect((await runHere(machine, words)).stdout).toBe(stdout);
    const path = join(machine.home, 'summary');
    await runHere(machine, [...words, '-o', path]);
    expect(machine.read('summary')).toBe(stdout);
  });

  test.each([
    [['-f', 'csv'], '--summary works with table, not with csv'],
    [['-o', 'x.json'], '--summary works with table, not with json'],
    [['-f', 'table', '--wide'], '--summary and --wide cannot be used together'],
    [['--raw'], '--raw and --summary cannot be used together'],
  ])('with %j is refused', async (args, words) => {
    const { service, machine } = await scene();
    const { code, stderr } = await machine.run(['series', '2024-01', '--summary', ...args]);
    expect(stderr).toContain(words);
    expect({ code, calls: service.calls() }).toEqual({ code: 2, calls: 0 });
  });
});

describe.skipIf(!hasTerminal).concurrent('a terminal shows ASCII alone', () => {
  const day = ['historical', '2024-01-17', '-s', 'STN,BAM', '--demo', '-q', '--no-color'];
  const show = async (env: Record<string, string>, setUp = 'stty cols 30') =>
    (await atTerminalOf(setUp, new Machine(env), day)).screen;

  test.each([
    ['the locale is C', { LANG: 'C' }],
    ['there is no locale', {}],
    ['LC_ALL is C, over LANG', { LC_ALL: 'C', LANG: 'en_GB.UTF-8' }],
    ['LC_CTYPE is C, over LANG', { LC_CTYPE: 'C', LANG: 'en_GB.UTF-8' }],
  ])('where %s', async (_, env) => {
    expect(await show(env)).toMatch(/STN {2}Sao Tome & Pr\.\n/);
  });

  test('where it is dumb', async () => {
    expect(await show({ LANG: 'C.UTF-8' }, 'stty cols 30; export TERM=dumb')).toMatch(/Sao Tome & Pr\.\n/);
  });

  test.each([{ LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.utf8', LANG: 'C' }])('and accents with %j', async (env) => {
    expect(await show(env)).toMatch(/STN {2}São Tomé & Pr…\n/);
  });
});
