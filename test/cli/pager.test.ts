import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from '../../src/cli/pager.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { Machine } from '../support/ratebook.ts';
import { onWindows } from '../support/refusing.ts';
import { atTerminalOf, hasTerminal, type Then } from '../support/terminal.ts';

const hasLess = spawnSync('less', ['--version']).status === 0;
const long = ['currencies', '--no-color'];
const [first, last] = ['AED', 'Zimbabwean'];
const month = ['series', '2024-01', '-s', 'EUR', '--demo', '-q', '--no-color'];
/** Marks each line that goes through it. */
const marking = 'sed s/^/through:/';
const size = 'stty cols 80 rows 24';

function show(env: Record<string, string>, args: readonly string[], ...then: readonly Then[]) {
  return atTerminalOf(size, new Machine(env), args, ...then);
}

describe.skipIf(!hasTerminal).concurrent('more lines than the terminal has', () => {
  test.each<[what: string, env: Record<string, string>, args: readonly string[], code: number]>([
    ['of rates go through RATEBOOK_PAGER, over PAGER', { RATEBOOK_PAGER: marking, PAGER: 'cat' }, month, 0],
    ['of help, too', { PAGER: marking }, ['help', 'series'], 0],
  ])('%s', async (_what, env, args, code) => {
    const { screen, ...ended } = await show(env, args);
    expect(ended).toEqual({ code });
    expect(screen).toMatch(args === month ? 'through:2024-01-31' : /^through:Examples:\n[\s\S]*\nthrough: .*\n$/);
  });

  test.each<[what: string, env: Record<string, string>, args?: readonly string[], setUp?: string]>([
    ['with an empty RATEBOOK_PAGER, over PAGER', { RATEBOOK_PAGER: '', PAGER: marking }],
    ['with one that is not there', { PAGER: 'no-such-pager' }],
    ['with --no-pager', { PAGER: marking }, [...long, '--no-pager']],
    ['where they fit', { PAGER: marking }, ['currencies', 'zimbabwe', '--no-color']],
    ['where it is dumb', { PAGER: marking }, long, `${size}; export TERM=dumb`],
    ['where there is no less', {}, long, `${size}; export PATH=/nowhere`],
  ])('go straight to it %s', async (_what, env, args = long, setUp = size) => {
    const { code, screen } = await atTerminalOf(setUp, new Machine(env), args);
    expect(screen).not.toContain('through:');
    expect(screen).toContain(args[0] === 'help' ? 'Examples:' : last);
    expect(code).toBe(0);
  });

  test('a pager that leaves at once, or ends badly, is no failure', async () => {
    for (const PAGER of ['false', 'head -1']) expect(await show({ PAGER }, long)).toMatchObject({ code: 0 });
  });

  test('Ctrl-C in a pager is meant for the pager', async () => {
    const PAGER = "trap 'echo interrupted' INT; cat; read line < /dev/tty; echo left";
    const keys = { after: last, keys: '\u0003\n' };
    // the shell that starts all of it is not to die of it either
    const { code, screen } = await atTerminalOf(`trap : INT; ${size}`, new Machine({ PAGER }), long, keys);
    expect([code, screen.includes('interrupted'), screen.includes('left')]).toEqual([0, true, true]);
  });

  test.skipIf(!hasLess)('go through less where nothing else is said', async () => {
    const { code, screen } = await show({ LESS: '' }, long, { after: first, keys: 'q' });
    expect([code, screen.includes(last)]).toEqual([0, false]);
  });
});

test.each([
  ['starts', 0, true],
  ['does not, whatever the shell of Windows says', 9, false],
])('on Windows text counts as shown by a pager that %s', async (_name, code, isShown) => {
  const shell = join(temporaryFolder(), 'cmd');
  writeFileSync(shell, `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  vi.stubEnv('comspec', shell);
  onTestFinished(() => void vi.unstubAllEnvs());
  onWindows();
  const paging = { env: { PAGER: 'more' }, signal: new AbortController().signal, viewer: undefined };
  expect(await page('text', paging)).toBe(isShown);
});
