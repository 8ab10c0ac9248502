import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpDocument } from '../man/document.ts';
import { manPage } from '../man/page.ts';
import { referencePage } from '../man/reference.ts';
import type { App } from '../src/app.ts';
import { leaves, pathOf } from '../src/cli/help.ts';
import { createProgram } from '../src/cli/program.ts';
import { helpAsData } from '../src/commands/help.ts';
import { runHere } from './support/here.ts';
import { Machine } from './support/ratebook.ts';

const program = createProgram({} as App);
const text = helpDocument(program);
const { commands } = JSON.parse(text);

test('the help as data is what is shipped and printed', async () => {
  expect(text).toBe(readFileSync(join(import.meta.dirname, '..', helpAsData), 'utf8'));
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
  ['ratebook convert', '--rate', { type: 'string', default: expect.stringMatching(/^day; last-published on /) }],
  ['ratebook convert', '--rate', { choices: expect.arrayContaining(['month-mean']) }],
  ['ratebook store check', '--quiet', { type: 'boolean', short: '-q' }],
])('it says of %s %s what it takes', (name, option, expected) => {
  const command = commands.find((one: { name: string }) => one.name === name);
  expect(command.examples.length).toBeGreaterThan(0);
  expect(command.options.find((one: { name: string }) => one.name === option)).toMatchObject(expected);
});

const page = manPage(program);
const hasGroff = spawnSync('groff', ['--version']).status === 0;

/** As a terminal of 80 columns shows it, without bold and italics; fails on any warning. */
function rendered(source: string): string {
  const args = ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=80n'];
  const { stdout, stderr } = spawnSync('groff', args, { input: source, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

test('the sections are those of a manual page', () =>
  expect(page.match(/(?<=^\.SH ).*$/gm)?.join(', ')).toBe(
    'NAME, SYNOPSIS, DESCRIPTION, COMMANDS, WITHOUT A COMMAND, FORMATS, EXAMPLES, ENVIRONMENT, FILES, EXIT STATUS, SEE ALSO',
  ));

test.skipIf(!hasGroff)('groff shows every command and option, in 80 columns', () => {
  const shown = rendered(page);
  expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const command of leaves(program)) {
    const start = shown.indexOf(`\n   ${pathOf(command)}`);
    expect(start, pathOf(command)).toBeGreaterThan(0);
    const part = shown.slice(start, shown.indexOf('\n   ratebook', start + 1));
    for (const { short, long } of command.options.filter(({ hidden }) => !hidden))
      expect(part, long).toContain(` ${[short, long].filter(Boolean).join(', ')}`);
  }
});

test('docs/reference.md is what npm run build writes', () =>
  expect(referencePage(program)).toBe(readFileSync(join(import.meta.dirname, '../docs/reference.md'), 'utf8')));
