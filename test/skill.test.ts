import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { skill } from '../src/commands/help.ts';
import { banksOfReaders } from './support/banks-of-readers.ts';
import { runHere } from './support/here.ts';
import { Machine } from './support/ratebook.ts';
import { typed } from './support/typed.ts';

const text = readFileSync(join(import.meta.dirname, '..', skill), 'utf8');

test('the skill is short, says what it is for, and is printed', async () => {
  expect(text.split('\n').length).toBeLessThan(80);
  expect(text).toMatch(/^---\nname: ratebook\ndescription: .{100,1000}\n---\n/);
  expect(await runHere(new Machine(), ['help', '--skill'])).toEqual({ code: 0, stdout: text, stderr: '' });
});

/** What ends otherwise without a key. */
const exits: Readonly<Record<string, number>> = { 'ratebook config get app_id': 1, 'ratebook usage': 4 };
const ofSkill = Array.from(
  text.matchAll(/`(ratebook [^`]+)`/g),
  ([, command = '']) => [command, exits[command] ?? 0] as const,
);

const page = readFileSync(join(import.meta.dirname, '../docs/agents.md'), 'utf8');
const tasks = Array.from(
  page.matchAll(/ `(ratebook [^`]+)` \| (\d) \|$/gm),
  ([, command = '', exit]) => [command, Number(exit)] as const,
);

test('there are fifteen tasks', () => expect(tasks).toHaveLength(15));

let banks: Record<string, string>;
beforeAll(async () => {
  banks = await banksOfReaders();
});

test.each([...ofSkill, ...tasks])('%s ends with %i', async (command, exit) => {
  const machine = new Machine({ ...banks, RATEBOOK_ERRORS: 'json' });
  machine.write('in.csv', 'Date,Amount,Currency\n2024-01-17,120.50,USD\n2024-01-20,99,GBP\n');
  const { code, stdout, stderr } = await typed(command, { machine, now: '2024-11-20T09:00:00Z' });
  const told = stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => Object.keys(JSON.parse(line)).join());
  expect({ code, isError: told.includes('error') }).toEqual({ code: exit, isError: exit !== 0 });
  if (exit === 0) expect(stdout + machine.files().filter((name) => name !== 'in.csv')).not.toBe('');
});
