import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Host } from '../../src/app.ts';
import { inShell as asWord } from '../../src/words.ts';
import { atEnd } from './at-end.ts';
import { runHere, within } from './here.ts';
import { finished, type Machine, putCommand, type Result } from './ratebook.ts';

export interface Place {
  readonly machine: Machine;
  readonly now: string;
  readonly isBuilt?: boolean;
  readonly columns?: number | undefined;
  readonly host?: Partial<Host>;
}

/**
 * A command, typed in the machine's home; the lines after the first are its input. `ratebook` is run by this process, with
 * what stands before and after it in a pipe, and then the exit code is its own. What takes more of a shell, or a terminal, is
 * left to a shell, with the built program.
 */
export async function typed(command: string, place: Place): Promise<Result> {
  const all = { code: 0, stdout: '', stderr: '' };
  const parts = place.columns || inBackground.test(command) ? [command] : command.split(then);
  for (let at = 0; at < parts.length; at += 2) {
    if (all.code !== 0 && parts[at - 1] === ' &&') break;
    const { code, stdout, stderr } = await typedAlone(parts[at] ?? '', place);
    Object.assign(all, { code, stdout: all.stdout + stdout, stderr: all.stderr + stderr });
  }
  return all;
}

async function typedAlone(command: string, place: Place): Promise<Result> {
  const { machine, now, isBuilt, columns, host = {} } = place;
  const [line = '', ...lines] = command.split('\n');
  const typedIn = lines.map((line) => `${line}\n`).join('');
  const [, file] = /^cat > (\S+)$/.exec(line) ?? [];
  if (file) return written(join(machine.home, file), typedIn);
  const [, printing = '', into] = /^(printf '[^']*') > ([\w./-]+)$/.exec(line) ?? [];
  const text = printed(printing);
  if (into && text !== undefined && !columns) return written(resolve(machine.home, into), text);
  const parts = line.split(pipe);
  const at = parts.findIndex((part) => ours.test(part));
  const own = ownRun(parts[at] ?? '');
  if (!own || isBuilt || columns) return inShell(command, place);
  const before = parts.slice(0, at).join(' | ');
  const after = parts.slice(at + 1).join(' | ');
  const { args, env, input } = own;
  const result = await within(machine.home, async () => {
    const stdin = before
      ? (printed(before) ?? (await inShell(before, place)).stdout)
      : input
        ? readFileSync(input, 'utf8')
        : typedIn;
    return runHere(machine, args, { env, stdin, now, host });
  });
  if (!after) return result;
  const lastLine = after === 'tail -1' ? result.stdout.split(/(?<=\n)/).at(-1) : undefined;
  return { ...result, stdout: lastLine ?? (await inShell(after, place, result.stdout)).stdout };
}

const inBackground = /^cat > | & /;
// both outside of quotes
const then = /( &&|;) (?=(?:[^']*'[^']*')*[^']*$)/;
const pipe = / \| (?=(?:[^']*'[^']*')*[^']*$)/;
/** Variables, `ratebook`, its words, and a file as its input. */
const ours = /^((?:[A-Z_]+=\S* )*)ratebook(?: (.*?))?(?: < (\S+))?$/;
const special = /[|;&<>`$]/;

export interface OwnRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
}

/** What runs `ratebook` alone and takes nothing more of a shell. */
export function ownRun(line: string): OwnRun | undefined {
  const found = ours.exec(line);
  if (!found) return undefined;
  const [, variables = '', args = '', input] = found;
  if (special.test(`${variables}${args}`.replace(quoted, ''))) return undefined;
  const env = Object.fromEntries(wordsOf(variables).map((word) => word.split(/=(.*)/, 2) as [string, string]));
  return { args: wordsOf(args), env, input };
}

/** What `printf` prints, where it only prints this; undefined where it takes a shell. */
function printed(command: string): string | undefined {
  const [, format, words = ''] =
    /^printf '((?:[^'%\\]|%s|\\[ntr\\])*)'((?: (?:'[^']*'|[\w/.-]+))*)$/.exec(command) ?? [];
  const text = format?.replace(/\\(.)/g, (_, letter: keyof typeof escaped) => escaped[letter]);
  return words ? wordsOf(words).reduce((all, word) => all + text?.replace('%s', () => word), '') : text;
}

const escaped = { n: '\n', t: '\t', r: '\r', '\\': '\\' };

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

async function inShell(command: string, place: Place, input = ''): Promise<Result> {
  const { home, env } = place.machine;
  const { now, columns } = place;
  if (!columns && !/(^|[\s;&|(])ratebook /.test(command)) return bySmallShell(command, place.machine, input);
  const folder = `${home}-bin`;
  putCommand(folder);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const onTerminal = `script -qec ${asWord(`stty cols ${columns}; ${command}`)} /dev/null`;
  const child = spawn('sh', ['-c', columns ? onTerminal : command], {
    cwd: home,
    env: { ...env, PATH: `${folder}:${env.PATH}`, CLOCK_STANDS_AT: now, ...(columns ? { TERM: 'xterm' } : {}) },
  });
  atEnd(() => child.kill('SIGKILL'));
  // it may end before it has read all
  child.stdin.on('error', () => {}).end(input);
  const { code, stdout, stderr } = await finished(child);
  return { code, stdout: columns ? stdout.replaceAll('\r\n', '\n') : stdout, stderr };
}

/** One for all commands: to start a program from this process, which is large, takes longer than most of them. */
let smallShell: ChildProcessWithoutNullStreams | undefined;

async function bySmallShell(command: string, { home, env }: Machine, input: string): Promise<Result> {
  if (!smallShell) {
    const shell = spawn('sh');
    smallShell = shell;
    atEnd(() => {
      shell.kill();
      smallShell = undefined;
    });
  }
  const paths = ['in', 'out', 'err'].map((name) => `${home}-${name}`);
  const [given, out, err] = paths as [string, string, string];
  writeFileSync(given, input);
  const variables = Object.entries(env).map(([name, value]) => asWord(`${name}=${value}`));
  const alone = ['env', '-i', ...variables, 'sh', '-c', asWord(command)].join(' ');
  smallShell.stdin.write(`(cd ${asWord(home)} && ${alone}) < ${given} > ${out} 2> ${err}; echo $?\n`);
  const [code] = await once(smallShell.stdout, 'data');
  const [stdout, stderr] = [out, err].map((path) => readFileSync(path, 'utf8')) as [string, string];
  for (const path of paths) rmSync(path);
  return { code: Number(code), stdout, stderr };
}
