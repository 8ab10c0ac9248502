import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { atEnd } from './at-end.ts';
import { finished, nodeOptions, type Options, ofRun, type Result } from './ratebook.ts';

const root = join(import.meta.dirname, '../..');
export type User = { readonly uid: number; readonly gid: number };

/** Of nobody in the user database. */
export const stranger: User = { uid: 54_321, gid: 54_321 };

const may = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { ...stranger, cwd: '/', stdio: 'ignore' }).status === 0;

/** Where folders for other users can lie: that for temporary files may be in root's home. */
const open = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => may('/bin/sh', '-c', 'cd "$0"', folder));
const isRoot = process.getuid?.() === 0;
const why = isRoot
  ? 'no other user is to be had who can enter a temporary folder'
  : 'only root can become another user';

/** In the name of a test that needs another user: where it is skipped, the reason. */
export const orNoOther = open ? '' : ` (skipped: ${why})`;

/** The same of a test that any user but root can do. */
export const orRootAlone = isRoot ? orNoOther : '';

/** A new folder that every user can enter, if one can be; gone after the tests of the file. */
export function openFolder(): string {
  const folder = mkdtempSync(join(open ?? tmpdir(), 'ratebook-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

/** What of the clone a run needs, in an open folder, and Node: either may lie where other users cannot go. */
type Copy = { readonly node: string; readonly root: string };
let copy: Copy | undefined;

function copied(): Copy {
  if (copy) return copy;
  atEnd(() => {
    copy = undefined;
  });
  const folder = openFolder();
  const preloads = ['clock', 'endless', 'waits', 'waits-after-creation'].map((name) => `test/support/${name}.cjs`);
  const parts = ['bin', 'dist', 'package.json', 'test/support/racing-member.cjs', ...preloads];
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  // whatever the umask was when they were built
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const node = may(process.execPath, '--version') ? process.execPath : join(folder, 'node');
  if (node !== process.execPath) copyFileSync(process.execPath, node);
  copy = { node, root: folder };
  return copy;
}

/** Somebody to whom modes of files mean something, unlike to root; undefined: the tests are not root's. */
export const asStranger = (): Options['as'] => (isRoot ? { ...stranger, ...copied() } : undefined);

/** Runs a program of test/support as that user, until the test ends; resolves once it has said something. */
export async function startAs({ uid, gid }: User, program: string, ...args: readonly string[]): Promise<void> {
  const { node, root } = copied();
  const path = join(root, 'test/support', program);
  const child = spawn(node, [path, ...args], { cwd: '/', uid, gid, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
}

/** Where such a user finds a file of test/support that is loaded before the program. */
export const preloadFor = (name: string) => join(copied().root, 'test/support', name);

/** Runs the built program as that user, whose umask lets nobody else write. */
export function runAs({ uid, gid }: User, args: readonly string[], env: Record<string, string>): Promise<Result> {
  const { node, root } = copied();
  const command = ['umask 022; exec "$0" "$@"', node, ...nodeOptions, join(root, 'bin/ratebook.cjs'), ...args];
  const child = spawn('/bin/sh', ['-c', ...command], { cwd: '/', uid, gid, env: { ...ofRun(), ...env } });
  child.stdin.end('');
  return finished(child);
}
