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
const long = ['series', '2024-01', '-s', 'EUR', '--demo', '-q', '--no-color'];
const [first, last] = ['2024-01-01', '2024-01-31'];
/** Marks each line that goes through it. */
const marking = 'sed s/^/through:/';

const size = 'stty cols 80 rows 24';

function show(env: Record<string, string>, args: readonly string[], ...then: readonly Then[]) {
  return atTerminalOf(size, new Machine(env), args, ...then);
}

describe.skipIf(!hasTerminal).concurrent('more lines than the terminal has', () => {
  test('go through RATEBOOK_PAGER, over PAGER', async () => {
    const { code, screen } = await show({ RATEBOOK_PAGER: marking, PAGER: 'cat' }, long);
    expect(screen).toContain(`through:${first}`);
    expect(screen).toContain(`through:${last}`);
    expect(code).toBe(0);
  });

  test.each([
    [[], 2],
    [['help', 'series'], 0],
    [['series', '2024', '-h'], 0],
  ])('of help too: %j', async (args, code) => {
    const { screen, ...ended } = await show({ PAGER: marking }, args);
    expect(ended).toEqual({ code });
    expect(screen).toMatch(/^through:Examples:\n/);
    expect(screen).toMatch(/\nthrough: .*\n$/);
  });

  test('of what a dumb terminal shows go straight to it', async () => {
    const setUp = `${size}; export TERM=dumb`;
    for (const args of [['help', 'series'], long]) {
      const { code, screen } = await atTerminalOf(setUp, new Machine({ PAGER: marking }), args);
      expect(screen).not.toContain('through:');
      expect(screen.split('\n').length).toBeGreaterThan(24);
      expect(code).toBe(0);
    }
  });

  test.each([
    ['an empty pager', { PAGER: '' }],
    ['an empty RATEBOOK_PAGER, over PAGER', { RATEBOOK_PAGER: '', PAGER: marking }],
    ['one that is not there', { PAGER: 'no-such-pager' }],
  ])('go straight to the terminal with %s', async (_, env) => {
    const { code, screen } = await show(env, long);
    expect(screen).toMatch(new RegExp(`^${first}`, 'm'));
    expect(screen).toMatch(new RegExp(`^${last}`, 'm'));
    expect(code).toBe(0);
  });

  test('go straight to the terminal with --no-pager', async () => {
    const { screen } = await show({ PAGER: marking }, [...long, '--no-pager']);
    expect(screen).not.toContain('through:');
    expect(screen.split('\n').length).toBeGreaterThan(30);
  });

  test('a pager that leaves at once, or ends badly, is no failure', async () => {
    const year = ['series', '2024', '-s', 'EUR,GBP,JPY,CHF', '--demo', '-q'];
    for (const PAGER of ['true', 'false']) expect(await show({ PAGER }, year)).toMatchObject({ code: 0 });
    expect(await show({ PAGER: 'head -1' }, ['--help'])).toMatchObject({ code: 0 });
  });

  test('Ctrl-C in a pager is meant for the pager', async () => {
    const PAGER = "trap 'echo interrupted' INT; cat; read line < /dev/tty; echo left";
    // the shell that starts all of it is not to die of it either
    const setUp = `trap : INT; ${size}`;
    const keys = { after: 'mean', keys: '\u0003\n' };
    const { code, screen } = await atTerminalOf(setUp, new Machine({ PAGER }), long, keys);
    expect(screen).toContain('interrupted');
    expect(screen).toContain('left');
    expect(code).toBe(0);
  });

  test.skipIf(!hasLess)('go through less where nothing else is said', async () => {
    const { code, screen } = await show({ LESS: '' }, long, { after: first, keys: 'q' });
    expect(screen).not.toContain(last);
    expect(code).toBe(0);
  });

  test('go straight to the terminal where there is no less', async () => {
    const { code, screen } = await atTerminalOf(`${size}; export PATH=/nowhere`, new Machine(), long);
    expect(screen).toContain(last);
    expect(code).toBe(0);
  });
});

describe.skipIf(!hasTerminal).concurrent('no pager is for', () => {
  test('what fits the terminal', async () => {
    const { screen } = await show({ PAGER: marking }, [
      ...long.slice(0, 1),
      '2024-01-01',
      '2024-01-05',
      ...long.slice(2),
    ]);
    expect(screen).toContain('2024-01-05');
    expect(screen).not.toContain('through:');
  });

  test('formats that are not for people', async () => {
    const { screen } = await show({ PAGER: marking }, [...long, '-f', 'csv']);
    expect(screen).toContain(last);
    expect(screen).not.toContain('through:');
  });

  test('files and pipes', async () => {
    const machine = new Machine({ PAGER: marking });
    const { stdout } = await machine.run([...long, '-f', 'table']);
    expect(stdout).toContain(last);
    expect(stdout).not.toContain('through:');
    await atTerminalOf(size, machine, [...long, '-f', 'table', '-o', 'january.txt']);
    expect(machine.read('january.txt')).toBe(stdout);
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
