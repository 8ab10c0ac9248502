import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { pathOf } from '../../../src/cli/help.ts';
import { manPage, prose, syntax } from '../../../src/cli/man.ts';
import { createProgram } from '../../../src/cli/program.ts';
import type { Cli } from '../../../src/run/host.ts';
import { Machine } from '../../support/ratebook.ts';
import { atTerminal, hasTerminal } from '../../support/terminal.ts';

const program = createProgram({} as Cli, () => {});
const page = manPage(program);
const hasGroff = spawnSync('groff', ['--version']).status === 0;

function leaves(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
}

/** As a terminal of 80 columns shows it, without bold and italics; fails on any warning. */
function rendered(source: string): string {
  const args = ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=80n'];
  const { stdout, stderr } = spawnSync('groff', args, { input: source, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

test('the sections are those of a manual page', () => {
  expect(page.match(/^\.SH .*$/gm)?.map((line) => line.slice(4))).toEqual([
    'NAME',
    'SYNOPSIS',
    'DESCRIPTION',
    'COMMANDS',
    'FORMATS',
    'EXAMPLES',
    'ENVIRONMENT',
    'FILES',
    'EXIT STATUS',
    'SEE ALSO',
  ]);
});

describe.skipIf(!hasGroff)('groff', () => {
  it('shows every command and option, in 80 columns', () => {
    const shown = rendered(page);
    expect(shown.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const command of leaves(program)) {
      const start = shown.indexOf(`\n   ${pathOf(command)}`);
      expect(start, pathOf(command)).toBeGreaterThan(0);
      const part = shown.slice(start, shown.indexOf('\n   ratebook', start + 1));
      for (const { short, long } of command.options)
        expect(part, long).toContain(` ${[short, long].filter(Boolean).join(', ')}`);
    }
  });

  it.each(['.TH', "'so x", '\\fBx\\n', 'it\'s `-s` ~/x ^ "y" -- 1-2'])('shows %s as it is', (text) => {
    const source = `.TH X 1\n.SH X\n${prose(text)}\n.TP\n${syntax(text)}\n${prose(text)}`;
    expect(rendered(source).split(text)).toHaveLength(4);
  });
});

describe('ratebook help --man', () => {
  it('prints the page that is committed', async () => {
    const { code, stdout, stderr } = await new Machine().run(['help', '--man']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(page);
    const committed = join(import.meta.dirname, '../../../man/ratebook.1');
    expect(readFileSync(committed, 'utf8'), 'npm run build').toBe(page);
  });

  /** A machine with this script in place of man. */
  function withMan(script: string): Machine {
    const machine = new Machine();
    mkdirSync(join(machine.home, 'bin'));
    machine.write('bin/man', `#!/bin/sh\n${script}\n`);
    chmodSync(join(machine.home, 'bin/man'), 0o755);
    return new Machine({ PATH: `${join(machine.home, 'bin')}:${machine.env.PATH}` });
  }

  it.skipIf(!hasTerminal)('shows it on a terminal as man does', async () => {
    const machine = withMan('echo "shown by man $*"; head -n 1');
    const { code, screen } = await atTerminal(machine, ['help', '--man']);
    expect({ code, screen }).toEqual({ code: 0, screen: `shown by man -l -\n${page.split('\n')[0]}\n` });
  });

  it.skipIf(!hasTerminal)('prints it on a terminal where man cannot read stdin', async () => {
    const { code, screen } = await atTerminal(withMan('echo no >&2; exit 2'), ['help', '--man']);
    expect({ code, screen }).toEqual({ code: 0, screen: page });
  });
});
