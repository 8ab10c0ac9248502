import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { examplesOf, pathOf } from '../../src/cli/help.ts';
import { createProgram } from '../../src/cli/program.ts';
import { keyNames, variableOf } from '../../src/config/settings.ts';
import { runHere, shownHere } from '../support/here.ts';
import { appId, Machine, type Result } from '../support/ratebook.ts';
import { on } from '../support/refusing.ts';
import { startService, type TestService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';
import { ownRun, typed } from '../support/typed.ts';

const waits = join(import.meta.dirname, '../support/waits.cjs');
const machine = new Machine();
const commands = [...everyCommand(createProgram({} as App))];
const wordsOf = (command: Command) => pathOf(command).split(' ').slice(1);

function* everyCommand(command: Command): Generator<Command> {
  yield command;
  for (const child of command.commands) yield* everyCommand(child);
}

const helps = new Map<Command, Promise<Result>>();

function helpOf(command: Command): Promise<Result> {
  const help = helps.get(command) ?? runHere(machine, ['help', ...wordsOf(command)]);
  helps.set(command, help);
  return help;
}

const headings = (text: string) => text.match(/^[A-Z][\w -]*:$/gm);

const named = commands.map((command) => [pathOf(command), command] as const);
test.concurrent.each(named)('the help of %s has examples, and 80 columns of ASCII', async (path, command) => {
  const { code, stdout, stderr } = await helpOf(command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // a line each; what it means may stand below
  const [, examples = ''] = /^Examples:\n(( {2}\S.*\n( {6}\S.*\n)?){2,4})\nUsage: /.exec(stdout) ?? [];
  expect(examples.match(/^ {2}\S/gm)).toHaveLength(examplesOf(command).length);
  const text = stdout.replaceAll(machine.home, '/home/ada');
  expect(text).toMatch(/^[\n\x20-\x7e]*[^\n]\n$/);
  expect(text.split('\n').filter((line) => line.length > 80 || line.endsWith(' '))).toEqual([]);
  for (const [typed] of examplesOf(command)) expect(typed).toContain(path);
  expect(await runHere(machine, [...wordsOf(command), '--help'])).toEqual({ code, stdout, stderr });
});

test('the built program has the same', async () => {
  for (const words of [[], ['series'], ['config', 'set']])
    expect(await machine.run([...words, '--help'])).toEqual(await runHere(machine, [...words, '--help']));
});

test('options stand in groups, in one order', async () => {
  const { stdout } = await runHere(machine, ['help', 'series']);
  const order = ['Examples:', 'Arguments:', 'What:', 'Output:', 'Cost:', 'Store:', 'Run:'];
  expect(headings(stdout)).toEqual(order);
  for (const command of commands) {
    const { stdout } = await helpOf(command);
    const groups = headings(stdout)?.filter((heading) => order.includes(heading));
    expect(groups).toEqual(order.filter((heading) => groups?.includes(heading)));
  }
});

test('the help of the program says on its first screen what ratebook does, and that it draws', async () => {
  const { stdout } = await runHere(machine, ['--help']);
  const below = ['Account and set-up:', 'Options:', 'Without a command:', 'Environment:', 'Files:', 'Exit codes:'];
  expect(headings(stdout)).toEqual(['Examples:', 'Rates:', 'Store:', ...below]);
  // a pager's own line is the last of 24
  const screen = stdout.split('\n').slice(0, 23).join('\n');
  expect(screen).toMatch(/^ {2}ratebook series \S.* -f chart --demo {2}/m);
  // whole groups
  expect([headings(screen)?.at(-1), stdout.split('\n')[23]]).toEqual(['Store:', '']);
  const [, variable] = /^Environment:\n {2}(RATEBOOK_\w+), \.\.\. /m.exec(stdout) ?? [];
  expect(keyNames.map(variableOf)).toContain(variable);
});

it.each([30, 60, 200])('on a terminal of %i columns, lines break between words', async (columns) => {
  const terminal = { columns, rows: 1_000 };
  const { screen } = await shownHere(machine, ['help', 'series', '--no-color'], { terminal });
  const { stdout } = await runHere(machine, ['help', 'series']);
  const words = (text: string) => text.split(/\s+/);
  expect(words(screen)).toEqual(words(stdout));
  const lines = screen.split('\n').filter((line) => line.trim().includes(' '));
  expect(lines.filter((line) => line.length > Math.min(columns, 100))).toEqual([]);
  expect(lines.some((line) => line.length > 80)).toBe(columns > 100);
});

describe('every example works as it is typed', () => {
  const examples = [...new Set(commands.flatMap((command) => examplesOf(command).map(([words]) => words)))];
  const isServer = (line: string) => line.startsWith('ratebook serve');

  let service: TestService;
  let home: string;

  /** As on a terminal. */
  const typist = () =>
    new Machine({
      RATEBOOK_BASE_URL: service.url,
      RATEBOOK_APP_ID: appId,
      RATEBOOK_FORMAT: 'table',
      // no time limit of the program ends, however slow the machine
      NODE_OPTIONS: `--require ${JSON.stringify(waits)}`,
    });

  async function inHome(line: string, machine: Machine) {
    const { code, stderr } = await typed(`${line}\n${appId}`, { machine, now: new Date().toISOString() });
    return { stderr: `${stderr}exit ${code}\n` };
  }

  beforeAll(async () => {
    service = await startService();
    const machine = typist();
    machine.write('key.txt', `${appId}\n`);
    machine.write('in.csv', 'Day,Sum,Code\n2024-01-17,5,USD\n');
    const day = { base: 'USD', rates: { USD: 1, EUR: 0.95 } };
    machine.write('2019.csv', 'date,base,quote,rate\n2019-01-15,USD,EUR,0.95\n');
    mkdirSync(join(machine.home, 'old'));
    machine.write('old/2019-01-16.json', JSON.stringify(day));
    const bank = join('.local/share/ratebook', 'ecb', 'historical');
    mkdirSync(join(machine.home, bank), { recursive: true });
    machine.write(join(bank, '2024-01-17.json'), JSON.stringify({ base: 'EUR', rates: { USD: 1.0877 } }));
    await runHere(machine, ['config', 'set', 'timeout', '30']);
    await runHere(machine, ['historical', '2024-01-17']);
    await machine.shell('ratebook annotate in.csv --date Day --amount Sum --from USD --to EUR -o x.csv');
    home = machine.home;
  });

  it.each(examples.filter((line) => !isServer(line)))('%s', async (line) => {
    const machine = typist();
    cpSync(home, machine.home, { recursive: true });
    const { stderr } = ownRun(line) ? await inHome(line, machine) : await machine.shell(`{ ${line}; } < key.txt`);
    expect(stderr).toMatch(/(^|\n)exit 0\n$/);
    expect(stderr).not.toContain('ratebook: ');
  });

  it.each(examples.filter(isServer))('%s', async (line) => {
    const options = line
      .replace(/^ratebook serve|--port \d+/g, '')
      .trim()
      .split(/\s+/);
    const serving = await Serving.here(Machine.for(service.url), options);
    expect((await serving.get('/currencies.json')).status).toBe(200);
    await serving.stop();
  });
});

test.each([
  ['linux', '~/.local/share/ratebook/', /XDG_DATA_HOME/, /APPDATA|Library/],
  ['darwin', '~/Library/Application Support/ratebook/', /Caches/, /APPDATA|XDG|~\/\./],
  ['win32', '%LOCALAPPDATA%\\ratebook\\Data\\', /^ {2}LOCALAPPDATA /m, /~\/|XDG|Library/],
] as const)('on %s help has its folders and variables', async (platform, folder, named, others) => {
  on(platform);
  const { stdout } = await runHere(machine, ['--help']);
  expect(stdout).toContain(folder);
  expect(stdout).toMatch(named);
  expect(stdout).not.toMatch(others);
});

test('on Windows the manual is text, the help of each command, whose lists are in quotes', async () => {
  on('win32');
  const { stdout } = await runHere(machine, ['help', '--man']);
  expect(stdout).toMatch(/^ratebook\n========\n\nExamples:\n/);
  expect(stdout.match(/^ratebook .*\n=+$/gm)).toHaveLength(
    commands.filter((command) => command.commands.length === 0).length,
  );
  expect(stdout).toContain('ratebook latest -s "EUR,GBP,JPY" ');
});
