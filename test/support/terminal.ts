import { spawn, spawnSync } from 'node:child_process';
import { atEnd } from './at-end.ts';
import { binary, finished, type Machine, said } from './ratebook.ts';

/** Whether `script` is there, which runs a program at a terminal. */
export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

export interface Typed {
  /** What the program shows before it is typed. */
  readonly after: string;
  readonly keys: string;
}

/** Runs the program at a terminal; what it shows is all in one, as a person sees it. */
export async function atTerminal(
  machine: Machine,
  args: readonly string[],
  typed?: Typed,
  setUp = 'stty cols 100',
): Promise<{ code: number | null; screen: string }> {
  const words = [process.execPath, binary, ...args].map((word) => `'${word}'`);
  const child = spawn('script', ['-qec', `${setUp}; ${words.join(' ')}`, '/dev/null'], {
    cwd: machine.home,
    env: { ...machine.env, TERM: 'xterm' },
  });
  atEnd(() => child.kill('SIGKILL'));
  const end = finished(child);
  if (typed) {
    await said(child, 'stdout', typed.after);
    child.stdin.write(typed.keys);
  }
  const { code, stdout } = await end;
  return { code, screen: stdout.replaceAll('\r\n', '\n') };
}
