import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inShell } from '../../src/words.ts';
import { atEnd } from './at-end.ts';
import { shownHere, within } from './here.ts';
import { Machine, putCommand } from './ratebook.ts';
import { type Step, stepsOf } from './transcript.ts';
import { type OwnRun, ownRun } from './typed.ts';

export function consoleBlocks(markdown: string): Step[][] {
  const blocks = markdown.matchAll(/^```console\n(.*?)^```$/gms);
  return Array.from(blocks, ([, block = '']) => stepsOf(block));
}

const done = '\x1e';

interface Reader {
  readonly now?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether the program is started where this process could run it. */
  readonly isBuilt?: boolean;
}

/** A reader's shell, with `ratebook` as a command and a fixed time. */
export class Shell {
  readonly #machine: Machine;
  readonly #isBuilt: boolean;
  readonly #now: string;
  /** A pipe, as the shell takes its path. */
  readonly #screen: string;
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = '';

  constructor({ now = '2024-11-20T09:00:00Z', variables = {}, isBuilt = true }: Reader = {}) {
    const machine = new Machine({ CLOCK_STANDS_AT: now, LANG: 'C.UTF-8', ...variables });
    this.#machine = machine;
    this.#isBuilt = isBuilt;
    this.#now = now;
    const folder = join(machine.home, '.local', 'bin');
    putCommand(folder);
    const env = { ...machine.env, PATH: `${folder}:${machine.env.PATH}` };
    this.#shell = spawn('sh', [], { cwd: machine.home, env, detached: true });
    // kills the whole process group
    atEnd(() => process.kill(-(this.#shell.pid as number), 'SIGKILL'));
    this.#shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    this.#screen = inShell(join(machine.home, '.local', 'screen'));
    this.#shell.stdin.write(`mkfifo ${this.#screen}; cat ${this.#screen} & exec > ${this.#screen} 2>&1\n`);
  }

  /** The output on both streams; that of a background server up to its address. */
  async run(command: string): Promise<string> {
    this.#output = '';
    const [, name, value = ''] = /^(?:export|unset) (\w+)(?:=(.*))?$/.exec(command) ?? [];
    if (name) this.#machine.env[name] = value;
    const own = this.#isBuilt ? undefined : ownRun(atTerminal(command));
    if (own) return this.#runHere(own);
    // A Node process makes its output non-blocking for all who share it, while it runs. What they then write faster than it
    // is read gets lost, so each command opens the screen for itself.
    const shown = `{ ${atTerminal(command)}\n} > ${this.#screen} 2>&1`;
    this.#shell.stdin.write(`${shown}\nstatus=$?; printf '${done}'; (exit $status)\n`);
    const last = command.endsWith('&') ? /^http:.*\n/m : /$/;
    const isWhole = () => this.#output.includes(done) && last.test(this.#output.replace(done, ''));
    while (!isWhole()) await once(this.#shell.stdout, 'data');
    return this.#output.replace(done, '').replaceAll(this.#machine.home, '/home/ada');
  }

  async #runHere({ args, env, input }: OwnRun): Promise<string> {
    const { code, screen } = await within(this.#machine.home, () => {
      const stdin = input ? readFileSync(input, 'utf8') : '';
      return shownHere(this.#machine, args, { env, stdin, now: this.#now });
    });
    this.#shell.stdin.write(`(exit ${code})\n`);
    return screen.replaceAll(this.#machine.home, '/home/ada');
  }

  pathOf(name: string): string {
    return join(this.#machine.home, name);
  }

  read(name: string): string {
    return readFileSync(this.pathOf(name), 'utf8');
  }
}

/** On a reader's terminal, output that is not piped is a table. */
function atTerminal(command: string): string {
  return /^ratebook (historical|series|latest) [^|]*$/.test(command) ? `RATEBOOK_FORMAT=table ${command}` : command;
}
