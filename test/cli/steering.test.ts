import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply } from '../support/service.ts';

/** An escape, its one-byte form, a delete, a bell, and marks that turn the direction of writing. */
const hostile = '\u001b[2J\u009b2J\u007f\u0007\u0085\u061c\u200f\u202e\u2066\u2028';
const steering = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const withoutColors = (text: string) => text.replace(/\p{Cc}\[\d\d?m/gu, '');

const words = { ...dayBody({ EUR: 0.9 }), disclaimer: `größe ${hostile}`, license: hostile };
const saying: Fault = (_request, response) => reply(response, 200, words);

describe.concurrent('nothing that the service says steers a terminal', () => {
  test.each([['--no-store'], ['--refresh'], ['--offline']])('in JSON, %s', async (how) => {
    const { machine } = await scene(saying);
    await runHere(machine, ['historical', '2024-01-17']);
    const { stdout } = await runHere(machine, ['historical', '2024-01-17', '-f', 'json', how]);
    expect(stdout).not.toMatch(steering);
    expect(stdout).toContain('größe \\u001b[2J\\u009b2J');
    const { disclaimer, license } = JSON.parse(stdout);
    expect({ disclaimer, license }).toEqual({ disclaimer: words.disclaimer, license: hostile });
  });

  test('in the files of an archive', async () => {
    const now = '2024-01-18T12:00:00Z';
    const date = new Date(now).toUTCString();
    const { machine } = await scene((_request, response) => reply(response, 200, words, { date }), { now });
    const one = ['--since', '2024-01-17', '--max-cost', '1', '-q', '-f', 'json'];
    await runHere(machine, ['archive', ...one, '--to', machine.home], { now });
    expect(machine.read('2024-01-17.json')).not.toMatch(steering);
  });
});

describe.concurrent('nothing that the user names steers a terminal', () => {
  const name = `größe ${hostile.replaceAll('/', '')}.csv`;
  const shown = 'größe \\u001b[2J\\u009b2J\\u007f\\u0007\\u0085\\u061c\\u200f\\u202e\\u2066\\u2028.csv';

  test.each([
    ['a file', ['historical', '2024-01-17', '-o', `nowhere/${name}`], `nowhere/${shown}`],
    ['a day', ['historical', name], shown],
    ['an option', ['historical', '2024-01-17', `--${name}`], shown],
    ['a command', [name], shown],
    ['a currency', ['historical', '2024-01-17', '-b', name], ''],
  ])('%s', async (_what, args, words) => {
    const { machine } = await scene();
    for (const color of ['--color', '--no-color']) {
      const { code, stderr } = await runHere(machine, [...args, color]);
      expect(code).not.toBe(0);
      expect(withoutColors(stderr)).not.toMatch(steering);
      expect(stderr).toContain(words);
    }
  });

  test('nor does a new line in it make a line of its own', async () => {
    const { machine } = await scene();
    const { stderr } = await runHere(machine, ['historical', '2024-01-17', '-o', 'x\nratebook: all is well/y']);
    expect(stderr).toContain('x\\u000aratebook: all is well/y');
    expect(stderr).not.toMatch(/^ratebook: all/m);
  });
});
