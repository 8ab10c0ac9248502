import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inShell } from '../../src/words.ts';
import { atEnd } from './at-end.ts';
import { runHere } from './here.ts';
import { binary, finished, type Machine, type Result } from './ratebook.ts';

interface Place {
  readonly machine: Machine;
  /** Where the clock stands. */
  readonly now: string;
  /** Of a terminal, if there is one. */
  readonly columns?: number | undefined;
}

/** Variables, `ratebook` and its words, with an input from a pipe or a file. */
const plain = /^(?:([^|]*) \| )?((?:[A-Z_]+=\S* )*)ratebook(?: (.*?))?(?: < (\S+))?$/;

/**
 * A command, typed in the machine's home; the lines after the first are its input. `ratebook` is run by this process, and
 * what takes more of a shell, or a terminal, by a shell, with the built program.
 */
export async function typed(command: string, place: Place): Promise<Result> {
  const { machine, now } = place;
  const [line = '', ...lines] = command.split('\n');
  const typedIn = lines.map((line) => `${line}\n`).join('');
  const [, file] = /^cat > (\S+)$/.exec(line) ?? [];
  if (file) return written(join(machine.home, file), typedIn);
  const [, pipe, variables = '', args = '', input] = plain.exec(line) ?? [];
  const isPlain = plain.test(line) && !/[|;&<>`$]/.test(args.replace(quoted, ''));
  if (!isPlain || place.columns) return inShellOf(command, place);
  const folder = process.cwd();
  process.chdir(machine.home);
  try {
    const env = Object.fromEntries(wordsOf(variables).map((word) => word.split(/=(.*)/, 2) as [string, string]));
    const stdin = pipe ? (await inShellOf(pipe, place)).stdout : input ? readFileSync(input, 'utf8') : typedIn;
    return await runHere(machine, wordsOf(args), { env, stdin, now });
  } finally {
    process.chdir(folder);
  }
}

function written(path: string, text: string): Result {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { code: 0, stdout: '', stderr: '' };
}

const quoted = /'[^']*'|"[^"]*"|\\./g;

/** As a shell takes them. */
const wordsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g), ([word]) =>
    word.replace(quoted, (part) => part.replace(/^(['"])(.*)\1$/s, '$2').replace(/^\\/, '')),
  );

const clock = join(import.meta.dirname, 'clock.cjs');

async function inShellOf(command: string, { machine: { home, env }, now, columns }: Place): Promise<Result> {
  const folder = join(home, '.local', 'bin');
  mkdirSync(folder, { recursive: true });
  const words = [process.execPath, '--require', clock, binary].map(inShell);
  writeFileSync(join(folder, 'ratebook'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(join(folder, 'ratebook'), 0o755);
  const onTerminal = `script -qec ${inShell(`stty cols ${columns}; ${command}`)} /dev/null`;
  const child = spawn('sh', ['-c', columns ? onTerminal : command], {
    cwd: home,
    env: { ...env, PATH: `${folder}:${env.PATH}`, CLOCK_STANDS_AT: now, ...(columns ? { TERM: 'xterm' } : {}) },
  });
  atEnd(() => child.kill('SIGKILL'));
  child.stdin.end();
  const { code, stdout, stderr } = await finished(child);
  return { code, stdout: columns ? stdout.replaceAll('\r\n', '\n') : stdout, stderr };
}
