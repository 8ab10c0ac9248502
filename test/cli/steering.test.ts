import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyNames } from '../../src/config/settings.ts';
import { bankScene, csvOf } from '../support/bank.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply } from '../support/service.ts';
import { atTerminal, atTerminalOf, hasTerminal, terminalHere } from '../support/terminal.ts';

/** What sets the clipboard, a link, the screen or a colour; in one byte; a bell, a bare CR, and turns of direction. */
const sequences = [
  '\u001b]52;c;aGk=\u0007', '\u001b]8;;http://x\u001b\\', '\u001b[2J', '\u001b[5;45m', '\u001bP1$r\u001b\\', '\u009b2J',
  '\u009d0;x\u009c', '\u0085', '\u007f', '\b', '\u202e', '\u2066', '\u200f', '\u2028',
]; // biome-ignore format: as few lines as can be read
const hostile = `größe${sequences.join('.')}`;
const withReturn = `${hostile}\rback`;
const named = hostile.replaceAll('/', '');

/** What Chalk and the progress write: weights, colours, the cursor's line, column and visibility. */
const own = /\p{Cc}\[(?:(?:[12]|22|3[1369]|38;5;\d+)m|\?(?:25|2026)[hl]|[012]?K|1?[AG])/gu;
const steering = /(?:(?!\r\n)[^\P{Cc}\n\t])|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

interface Typed {
  readonly machine: Machine;
  readonly args: readonly string[];
  /** Part of what is to be seen: nothing is left out. */
  readonly shows?: string;
  /** By the built program; else by this process, as the host of the program is the same. */
  readonly isBuilt?: boolean;
}

async function expectUnsteered({ machine, args, shows, isBuilt = false }: Typed): Promise<void> {
  const isAlone = isBuilt || args.some((word) => word.startsWith('/dev/'));
  const { screen } = await (isAlone ? atTerminal : terminalHere)(machine, args);
  const seen = screen.replace(own, '');
  expect(steering.exec(seen), JSON.stringify({ args, screen })).toBeNull();
  if (shows) expect(seen).toContain(shows);
}

const table = `day,sum,code,${hostile}\n2024-01-17,5,USD,${hostile}\n2024-01-17,"${withReturn}",USD,x\n${hostile},5,USD,x\r\n`;
const columns = ['--date', 'day', '--amount', 'sum', '--from', 'code', '--to', 'EUR'];

function configured(values: object): Machine {
  const machine = new Machine();
  const path = join(machine.home, '.config/ratebook/config.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(values));
  return machine;
}

describe.skipIf(!hasTerminal)('nothing that others wrote steers a terminal', () => {
  test.each(keyNames)('in the setting %s, of the file or the environment', async (name) => {
    const file = configured({ [name]: withReturn });
    const set = new Machine({ [`RATEBOOK_${name.toUpperCase()}`]: withReturn });
    const shows = name === 'app_id' ? '****' : '\\u001b[2J';
    for (const machine of [file, set]) {
      await expectUnsteered({ machine, args: ['config', 'list'], isBuilt: name === 'symbols' });
      await expectUnsteered({ machine, args: ['config', 'list', '-f', 'csv'], shows });
      await expectUnsteered({ machine, args: ['config', 'get', name] });
    }
  });

  test('in settings that nobody checks', async () => {
    const machine = configured({ symbols: 'EUR,größe', store: `/tmp/${named}`, [hostile]: 5 });
    for (const args of ['config list', 'store path', 'store info'])
      await expectUnsteered({ machine, args: args.split(' ') });
    const elsewhere = new Machine({ XDG_CONFIG_HOME: `/tmp/${named}`, XDG_DATA_HOME: `/tmp/${named}`, PAGER: 'cat' });
    for (const args of ['config path', 'help'])
      await expectUnsteered({ machine: elsewhere, args: args.split(' '), isBuilt: args === 'help' });
    await expectUnsteered({ machine: new Machine({ [`RATEBOOK_${named}`]: hostile }), args: ['config', 'list'] });
  });

  // biome-ignore format: as few lines as can be read
  test.each([
    'W', '--W', '--W=5', 'help W', 'historical W', 'historical 2024-01-17 -b W', 'latest -f W', 'latest --source W',
    'convert W', 'convert 5 EUR W', 'convert 5 EUR USD --on W', 'convert 5 EUR USD --rate W',
    'convert 5 EUR USD --rates W', 'annotate rows.csv --date W', 'archive --to W --max-cost 0', 'store import W',
    'store export --to W', 'serve --host W', 'mcp W', 'config set W 5', 'config set base W', 'config unset W',
    'completion W', 'historical 2024-01-17 -o W/x', 'historical 2024-01-17 --errors json -b W',
  ])('in what is typed: %s', async (line) => {
    const machine = new Machine();
    machine.write('rows.csv', table);
    const args = line.split(' ').map((word) => word.replace('W', withReturn));
    await expectUnsteered({ machine, args, isBuilt: /^(--W|convert W)$/.test(line) });
  });

  test('nor does a new line in it begin a line', async () => {
    const { stderr } = await runHere(new Machine(), ['historical', '2024-01-17', '-o', 'x\nratebook: all is well/y']);
    expect(stderr).toContain('x\\u000aratebook: all is well/y');
  });

  test('in a table and what is told of it', async () => {
    const { machine } = await scene();
    machine.write(`${named}.csv`, table);
    machine.write('utf16.csv', Buffer.from(`\ufeff${table}`, 'utf16le'));
    const shows = '\\u001b]52;c;aGk=\\u0007';
    for (const more of [[], ['--check'], ['-o', '/dev/tty'], ['--errors', 'json']])
      await expectUnsteered({ machine, args: ['annotate', `${named}.csv`, ...columns, ...more], shows });
    await expectUnsteered({ machine, args: ['annotate', 'utf16.csv', ...columns] });
    await expectUnsteered({ machine, args: ['annotate', `${named}.csv`, ...columns.with(1, hostile), '--debug'] });
  });

  test('in files of rates and of days', async () => {
    const machine = new Machine();
    machine.write(`${named}.csv`, 'date,base,quote,rate\n2024-01-02,EUR,USD,1.1\n');
    machine.write('bad.csv', `date,base,quote,rate\n2024-01-02,EUR,${hostile},1.1\n`);
    const days = [
      { date: hostile, body: dayBody({ EUR: 1 }) },
      { date: '2024-01-02', body: dayBody({ [hostile]: 1, EUR: 1 }) },
    ];
    machine.write('days.ndjson', days.map((day) => `${JSON.stringify(day)}\n`).join(''));
    const convert = 'convert 5 EUR USD --on 2024-01-02 --rates'.split(' ');
    for (const file of [`${named}.csv`, 'bad.csv'])
      for (const format of ['json', 'table'])
        await expectUnsteered({ machine, args: [...convert, file, '-f', format] });
    for (const file of ['days.ndjson', `${named}.csv`])
      await expectUnsteered({ machine, args: ['store', 'import', file] });
    for (const args of ['store info', 'store check', 'store verify', 'historical 2024-01-02 --offline -f json'])
      await expectUnsteered({ machine, args: args.split(' ') });
  });

  test.each([
    ['a day', 200, { ...dayBody({ EUR: 0.9, [hostile]: 1 }), disclaimer: withReturn, license: hostile }],
    ['what is no day', 200, { [hostile]: hostile, base: hostile, rates: hostile }],
    ['what is no JSON', 200, withReturn],
    ['a refusal', 403, { error: true, status: 403, message: hostile, description: withReturn }],
    ['a page', 502, `<title>${withReturn}</title>`],
  ])('in what the service answers: %s', async (what, status, body) => {
    const usage = {
      data: { plan: { name: hostile, [hostile]: hostile }, usage: { requests: 1, requests_remaining: 9 } },
    };
    const { machine } = await scene((_request, response) => reply(response, status, body), {
      usage: (_request, response) => reply(response, status, status === 200 ? usage : body),
    });
    const ways = ['--raw', '--raw -o /dev/tty', '-f json', '-f csv', ''].map((way) => `historical 2024-01-17 ${way}`);
    // what is wrong would be asked for again and again
    const once = [...(status === 502 ? [] : ['usage']), 'historical 2024-01-17 --debug --max-cost 1'];
    for (const line of what === 'a day' ? [...ways, 'usage -f csv', 'latest', ...once] : once)
      await expectUnsteered({ machine, args: line.trim().split(' ') });
  });

  test('in the file of a bank', async () => {
    const { bank, machine } = await bankScene('');
    for (const file of [
      csvOf({ '2024-01-17': { USD: '1.1', [hostile]: '2' } }),
      csvOf({ [hostile]: { USD: '1.1' } }),
      hostile,
    ]) {
      bank.publish(file);
      await expectUnsteered({ machine, args: ['historical', '2024-01-17', '--debug', '-f', 'json'] });
    }
  });

  test('in what goes through a pager', async () => {
    const machine = new Machine({ XDG_DATA_HOME: `/tmp/${named}`, PAGER: 'cat' });
    const { screen } = await atTerminalOf('stty cols 100 rows 4', machine, ['config', 'list', '--no-color']);
    expect(screen).toContain('\\u001b[2J');
    expect(steering.exec(screen)).toBeNull();
  });
});

/** Also in a pipe: an escape, its one-byte form, a delete, a bell, and marks that turn the direction of writing. */
const escapes = '\u001b[2J\u009b2J\u007f\u0007\u0085\u061c\u200f\u202e\u2066\u2028';
const steeringPipe = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const words = { ...dayBody({ EUR: 0.9 }), disclaimer: `größe ${escapes}`, license: escapes };
const saying: Fault = (_request, response) => reply(response, 200, words);

describe.concurrent('nothing that the service says steers a terminal', () => {
  test.each([['--no-store'], ['--refresh'], ['--offline']])('in JSON, %s', async (how) => {
    const { machine } = await scene(saying);
    await runHere(machine, ['historical', '2024-01-17']);
    const { stdout } = await runHere(machine, ['historical', '2024-01-17', '-f', 'json', how]);
    expect(stdout).not.toMatch(steeringPipe);
    expect(stdout).toContain('größe \\u001b[2J\\u009b2J');
    const { disclaimer, license } = JSON.parse(stdout);
    expect({ disclaimer, license }).toEqual({ disclaimer: words.disclaimer, license: escapes });
  });

  test('in the files of an archive', async () => {
    const now = '2024-01-18T12:00:00Z';
    const date = new Date(now).toUTCString();
    const { machine } = await scene((_request, response) => reply(response, 200, words, { date }), { now });
    const one = ['--since', '2024-01-17', '--max-cost', '1', '-q', '-f', 'json'];
    await runHere(machine, ['archive', ...one, '--to', machine.home], { now });
    expect(machine.read('2024-01-17.json')).not.toMatch(steeringPipe);
  });
});
