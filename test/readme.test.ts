import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Argument, Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { keyNames, keys, textOf } from '../src/config/keys.ts';
import { places } from '../src/config/places.ts';
import { exit } from '../src/errors.ts';
import type { Cli } from '../src/run/host.ts';
import { consoleBlocks, Shell } from './support/console.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

describe('the first code block', () => {
  const [, block = ''] = /^```\w*\n(.*?)^```$/ms.exec(readme) ?? [];

  test('is two lines, each complete for a fresh clone', () => {
    expect(block.trim().split('\n')).toEqual([
      expect.stringMatching(/^npm ci && /),
      expect.stringMatching(/^npm ci && npm test$/),
    ]);
  });
});

describe.concurrent('every example prints what the README shows', () => {
  test.each(consoleBlocks(readme).map((steps) => ({ first: steps[0]?.command, steps })))(
    '$first …',
    async ({ steps }) => {
      const shell = new Shell();
      const port = String(await freePort());
      const seen = [];
      for (const { command } of steps) {
        const output = await shell.run(command.replaceAll('8787', port));
        seen.push({ command, output: output.replaceAll(`:${port}`, ':8787') });
      }
      expect(seen).toEqual(steps);
    },
  );
});

describe('the tables', () => {
  const program = createProgram({} as Cli, () => {});

  test('of commands hold every command, with its arguments', () => {
    expect(rowsAfter('command').map(([command]) => unquoted(command))).toEqual([...leaves(program)]);
  });

  test('of options hold every option of every command that takes some', () => {
    const [head = [], ...rows] = tableWith('option');
    const documented = Object.fromEntries(
      head.slice(1, -1).map((name, column) => [
        name,
        rows
          .filter((row) => row[column + 1] === '●')
          .map(([flags]) => unquoted(flags))
          .sort(),
      ]),
    );
    const existing = Object.fromEntries(
      program.commands
        .filter(({ options }) => options.length > 0)
        .map((command) => [command.name(), command.options.map(({ flags }) => flags).sort()]),
    );
    expect(documented).toEqual(existing);
  });

  test('of keys hold every key of the configuration, with its default', () => {
    const own = places('linux', {}, '~');
    expect(rowsAfter('key').map(([key, value]) => [unquoted(key), unquoted(value)])).toEqual(
      keyNames.map((name) => {
        const value = keys[name].default(own);
        return [name, value === undefined ? '' : textOf(value)];
      }),
    );
  });

  test('of exit codes hold every exit code', () => {
    expect(rowsAfter('code').map(([code]) => Number(code))).toEqual(Object.values(exit));
  });
});

test('the README names no folder of the machine it was written on', () => {
  expect(readme).not.toContain(`${homedir()}/`);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The cells of the table whose first heading this is, the headings first. */
function tableWith(heading: string): string[][] {
  const tables = readme.match(/(^\|.*\n)+/gm)?.map(cellsOf) ?? [];
  return tables.find(([head]) => head?.[0] === heading) ?? [];
}

function cellsOf(table: string): string[][] {
  const [head = '', , ...rows] = table.trim().split('\n');
  return [head, ...rows].map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const rowsAfter = (heading: string) => tableWith(heading).slice(1);

const unquoted = (cell = '') => cell.replaceAll('`', '');

/** Every command that has none below it, as it is typed. */
function* leaves(command: Command, above = ''): Generator<string> {
  const words = `${above}${command.name()}`;
  if (command.commands.length === 0) yield [words, ...command.registeredArguments.map(placeholder)].join(' ');
  for (const child of command.commands) yield* leaves(child, `${words} `);
}

function placeholder(argument: Argument): string {
  const inner = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${inner}>` : `[${inner}]`;
}
