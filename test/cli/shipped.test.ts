import { chmodSync, cpSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { completionScript } from '../../completions/generate/script.ts';
import { manPage } from '../../man/page.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { scripts, shells } from '../../src/commands/completion.ts';
import { manual } from '../../src/commands/help.ts';
import { runHere } from '../support/here.ts';
import { binary, Machine } from '../support/ratebook.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const program = await createProgram({} as App, () => {});
const page = manPage(program);

const files = [
  ...shells.map((shell) => ({
    command: `completion ${shell}`,
    path: scripts[shell],
    made: completionScript(shell, program),
  })),
  { command: 'help --man', path: manual, made: page },
];

test.each(files)('$command prints $path, which `npm run build` has made anew', async ({ command, made }) => {
  const [machine, words] = [new Machine(), command.split(' ')];
  const run = command === 'help --man' ? machine.run(words) : runHere(machine, words);
  expect(await run).toEqual({ code: 0, stdout: made, stderr: '' });
});

test('what the package has lost is named', async () => {
  const machine = new Machine();
  for (const part of ['bin', 'dist'])
    cpSync(join(binary, '../..', part), join(machine.home, part), { recursive: true });
  const program = join(machine.home, 'bin/ratebook.cjs');
  const lost = join(realpathSync(machine.home), 'completions/_ratebook');
  expect(await machine.run(['completion', 'zsh'], { program })).toEqual({
    code: 1,
    stdout: '',
    stderr: `ratebook: cannot read ${lost}: no such file or directory\nhint: install ratebook again\n`,
  });
});

describe('ratebook help --man', () => {
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
