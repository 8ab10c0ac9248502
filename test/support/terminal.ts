import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { clearLine, cursorTo, moveCursor } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { hostOf } from '../../src/cli/host.ts';
import { runCommandLine } from '../../src/main.ts';
import { StderrReporter } from '../../src/report/reporter.ts';
import { inShell } from '../../src/words.ts';
import { atEnd } from './at-end.ts';
import { within } from './here.ts';
import { binary, finished, type Machine, programInShell, said } from './ratebook.ts';

export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** Keys to type, or anything else to do, once the program has shown `after`, or something else has happened. */
export interface Then {
  readonly after?: string | RegExp;
  readonly when?: Promise<void>;
  readonly keys?: string;
  readonly act?: () => void;
}

/** Runs the program on a terminal of 100 columns, with stdout and stderr together, as a person sees them. */
export function atTerminal(machine: Machine, args: readonly string[], ...then: readonly Then[]) {
  return atTerminalOf('stty cols 100', machine, args, ...then);
}

export async function atTerminalOf(setUp: string, machine: Machine, args: readonly string[], ...then: readonly Then[]) {
  const words = [programInShell, ...args.map(inShell)];
  const child = spawn('script', ['-qec', `${setUp}; ${words.join(' ')}`, '/dev/null'], {
    cwd: machine.home,
    env: { ...machine.env, TERM: 'xterm' },
  });
  atEnd(() => child.kill('SIGKILL'));
  const end = finished(child);
  const acts = then.map(async ({ after, when, keys, act }) => {
    if (after !== undefined) await said(child, 'stdout', after);
    await when;
    if (keys) child.stdin.write(keys);
    act?.();
  });
  await Promise.all(acts);
  const { code, stdout } = await end;
  return { code, screen: stdout.replaceAll('\r\n', '\n') };
}

/** The same by this process, in the machine's home, on what the program takes for a terminal; nobody types. */
export async function terminalHere(machine: Machine, args: readonly string[]) {
  let screen = '';
  const stream = () => {
    const write = (chunk: Buffer, _encoding: BufferEncoding, done: () => void) => {
      screen += chunk;
      done();
    };
    const stream = new Writable({ write });
    // of these the progress makes use, if it comes to be shown
    return Object.assign(stream, {
      isTTY: true,
      columns: 100,
      rows: 1_000,
      clearLine: (way: -1 | 0 | 1) => clearLine(stream, way),
      cursorTo: (column: number) => cursorTo(stream, column),
      moveCursor: (right: number, down: number) => moveCursor(stream, right, down),
    });
  };
  const itself = Object.assign(new EventEmitter(), {
    argv: [process.execPath, binary, ...args],
    env: { ...machine.env, TERM: 'xterm' },
    platform: process.platform,
    stdin: Readable.from([]),
    stdout: stream(),
    stderr: stream(),
  });
  const host = hostOf(itself as unknown as NodeJS.Process, undefined, () => {});
  const code = await within(machine.home, () => runCommandLine(host, new StderrReporter(host)));
  return { code, screen };
}
