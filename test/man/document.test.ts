import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpDocument } from '../../man/document.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { helpAsData } from '../../src/commands/help.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const text = helpDocument(await createProgram({} as App, () => {}));
const { commands } = JSON.parse(text);

test('the help as data is what is shipped and printed', async () => {
  expect(text).toBe(readFileSync(join(import.meta.dirname, '../..', helpAsData), 'utf8'));
  expect(await runHere(new Machine({}), ['help', '--json'])).toEqual({ code: 0, stdout: text, stderr: '' });
});

test('of one command it is that command, of one with commands a list of those', async () => {
  const shown = async (...words: string[]) =>
    JSON.parse((await runHere(new Machine({}), ['help', ...words, '--json'])).stdout);
  expect(await shown('usage')).toEqual(commands.find(({ name }: { name: string }) => name === 'ratebook usage'));
  const names = (await shown('config')).map(({ name }: { name: string }) => name);
  expect(names).toEqual(['list', 'get', 'set', 'unset', 'path'].map((name) => `ratebook config ${name}`));
});

test.each([
  ['ratebook annotate', '--amount', { type: 'list', value: 'columns', required: true }],
  ['ratebook annotate', '--year', { type: 'number', value: 'year', required: false }],
  [
    'ratebook convert',
    '--rate',
    {
      type: 'string',
      default: expect.stringMatching(/^day; last-published on /),
      choices: expect.arrayContaining(['month-mean']),
    },
  ],
  ['ratebook store check', '--quiet', { type: 'boolean', short: '-q' }],
])('it says of %s %s what it takes', (name, option, expected) => {
  const command = commands.find((one: { name: string }) => one.name === name);
  expect(command.examples.length).toBeGreaterThan(0);
  expect(command.options.find((one: { name: string }) => one.name === option)).toMatchObject(expected);
});
