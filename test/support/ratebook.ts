import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inShell } from '../../src/words.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { atEnd } from './at-end.ts';

const clone = join(import.meta.dirname, '../..');
export const binary = join(clone, 'bin/ratebook.cjs');

/**
 * Options of Node for the built program, in tests alone: Node 20 optimizes undici's WebAssembly as soon as it is loaded,
 * which takes a quarter of a second of CPU in every process that connects. The program does the same without.
 */
export const nodeOptions = process.version.startsWith('v20.') ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] : [];

/** The built program, for a shell. */
export const programInShell = [process.execPath, ...nodeOptions, binary].map(inShell).join(' ');

/** What each system reads to find the folders of a user. */
export const foldersIn = (home: string) => ({
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, 'AppData', 'Roaming'),
  LOCALAPPDATA: join(home, 'AppData', 'Local'),
});

/** By which what a run of the tests has left is known when it has ended. */
export const ofRun = (): Record<string, string> => ({ TEST_RUN: `${process.env.TEST_RUN}` });

/** Shared by all machines, as the program is: otherwise each would compile it. A clone's tests may run beside another's. */
const cache = join(tmpdir(), `ratebook-test-cache${clone.replaceAll(/\W/g, '-')}`);

/** Must not appear in any output. */
export const appId = 'secret-key-of-a-test';
export const nobody = 'http://127.0.0.1:1/api';
export type Result = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Time at which the program's clock stands still, but for SIGUSR2, which adds five seconds. */
  readonly now?: string;
  /** Waits of four seconds and more end by SIGUSR2, which stands for five seconds, instead of the clock. */
  readonly endless?: boolean;
  readonly cwd?: string;
  readonly preload?: string;
  /** A copy of it. */
  readonly program?: string;
  /** Somebody else, since modes of files mean nothing to root, with a clone and a Node that this user can reach. */
  readonly as?:
    | { readonly uid: number; readonly gid: number; readonly root: string; readonly node: string }
    | undefined;
}

/** The built program with its own home, which is deleted after the tests of the file. */
export class Machine {
  readonly env: Record<string, string>;

  constructor(
    env: Readonly<Record<string, string>> = {},
    readonly home = temporaryFolder(),
  ) {
    const { PATH = '' } = process.env;
    this.env = { PATH, ...ofRun(), ...foldersIn(this.home), XDG_CACHE_HOME: cache, ...env };
  }

  static for(url: string, key = appId): Machine {
    return new Machine({ RATEBOOK_BASE_URL: url, RATEBOOK_APP_ID: key });
  }

  write(name: string, text: string | Uint8Array): void {
    writeFileSync(join(this.home, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.home, name), 'utf8');
  }

  /** Names in the home, except the program's own folders. */
  files(): string[] {
    return readdirSync(this.home).filter((name) => name !== '.local' && name !== '.config');
  }

  start(args: readonly string[], options: Options = {}): ChildProcessWithoutNullStreams {
    const { env = {}, now, endless, cwd = this.home, preload, as } = options;
    const { root, node, ...user } = as ?? { root: clone, node: process.execPath };
    const { program = join(root, 'bin/ratebook.cjs') } = options;
    const helper = (name: string) => join(root, 'test/support', name);
    const required = [
      ...(now ? [helper('clock.cjs')] : []),
      ...(endless ? [helper('waits.cjs')] : []),
      ...(preload ? [preload] : []),
    ];
    const before = [...nodeOptions, ...required.flatMap((path) => ['--require', path])];
    const child = spawn(node, [...before, program, ...args], {
      cwd,
      env: { ...this.env, ...(now ? { CLOCK_STANDS_AT: now } : {}), ...env },
      ...user,
    });
    // it may end before it has read what is typed
    child.stdin.on('error', () => {});
    atEnd(() => child.kill('SIGKILL'));
    return child;
  }

  async run(args: readonly string[], options: Options = {}): Promise<Result> {
    const child = this.start(args, options);
    child.stdin.end(options.stdin ?? '');
    return finished(child);
  }

  /** Runs a shell line that calls `ratebook`; stderr ends with the program's own exit code. */
  async shell(line: string): Promise<Result> {
    const script = `ratebook() { ${programInShell} "$@"; }; ${line}; echo "exit \${PIPESTATUS[0]}" >&2`;
    const { env } = this;
    const child = spawn('bash', ['-c', script], { cwd: this.home, env });
    atEnd(() => child.kill('SIGKILL'));
    child.stdin.end();
    return finished(child);
  }
}

/** In that folder the command `ratebook`, for a shell; its clock stands at CLOCK_STANDS_AT. */
export function putCommand(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const words = [process.execPath, ...nodeOptions, '--require', join(import.meta.dirname, 'clock.cjs'), binary];
  writeFileSync(join(folder, 'ratebook'), `#!/bin/sh\nexec ${words.map(inShell).join(' ')} "$@"\n`, { mode: 0o755 });
}

export async function finished(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...text };
}

export function said(
  child: ChildProcessWithoutNullStreams,
  stream: 'stdout' | 'stderr',
  words: string | RegExp,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child[stream].on('data', (chunk: Buffer | string) => {
      text += chunk;
      if (typeof words === 'string' ? text.includes(words) : words.test(text)) resolve(text);
    });
    child.on('close', () => reject(new Error(`ended without saying ${words}:\n${text}`)));
  });
}
