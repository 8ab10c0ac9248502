import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { binary, Machine } from './ratebook.ts';

/** A command of a text, and what the text says that it prints on both streams. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

/** The steps of each `console` block: a line that begins with `$ ` is a command, those after it are its output. */
export function consoleBlocks(markdown: string): Step[][] {
  const blocks = markdown.matchAll(/^```console\n(.*?)^```$/gms);
  return Array.from(blocks, ([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const end = step.indexOf('\n');
        return { command: step.slice(0, end), output: step.slice(end + 1) };
      }),
  );
}

const clock = join(import.meta.dirname, 'clock.cjs');
const done = '\x1e';

/** A reader's shell, in which `ratebook` is a command, on a morning that is always the same. */
export class Shell {
  readonly #home: string;
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = '';

  constructor() {
    const machine = new Machine({ CLOCK_STANDS_AT: '2024-11-20T09:00:00Z', LANG: 'C.UTF-8' });
    this.#home = machine.home;
    const folder = join(machine.home, '.local', 'bin');
    mkdirSync(folder, { recursive: true });
    const program = join(folder, 'ratebook');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --require "${clock}" "${binary}" "$@"\n`);
    chmodSync(program, 0o755);
    const env = { ...machine.env, PATH: `${folder}:${machine.env.PATH}` };
    this.#shell = spawn('sh', [], { cwd: machine.home, env, detached: true });
    // With it goes what it has started.
    atEnd(() => process.kill(-(this.#shell.pid as number), 'SIGKILL'));
    this.#shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    this.#shell.stdin.write('exec 2>&1\n');
  }

  /** What the command prints on both streams; of one that stays in the background, what comes until it listens. */
  async run(command: string): Promise<string> {
    this.#output = '';
    this.#shell.stdin.write(`${atTerminal(command)}\nstatus=$?; printf '${done}'; (exit $status)\n`);
    const isWhole = command.endsWith('&') ? /^http:.*\n/m : new RegExp(done);
    while (!isWhole.test(this.#output)) await once(this.#shell.stdout, 'data');
    return this.#output.replace(done, '').replaceAll(this.#home, '/home/ada');
  }
}

/** A reader has a terminal, and so gets tables where nothing reads on. */
function atTerminal(command: string): string {
  return /^ratebook (historical|series) [^|]*$/.test(command) ? `RATEBOOK_FORMAT=table ${command}` : command;
}
