import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inShell as asWord } from '../../src/words.ts';
import { atEnd } from './at-end.ts';
import type { Machine, Result } from './ratebook.ts';

/**
 * A shell for the lines beside those of `ratebook`, one after the other: starting one for each from a process as large as that
 * of the tests takes longer than what they do.
 */
export class Aside {
  static #shared: Aside | undefined;
  readonly #shell: ChildProcessWithoutNullStreams;
  readonly #folder = mkdtempSync(join(tmpdir(), 'ratebook-test-'));

  private constructor() {
    this.#shell = spawn('sh', ['-s'], { cwd: this.#folder, env: {} });
    atEnd(() => {
      Aside.#shared = undefined;
      this.#shell.kill('SIGKILL');
      rmSync(this.#folder, { recursive: true });
    });
  }

  /** That of the file of tests. */
  static get shared(): Aside {
    Aside.#shared ??= new Aside();
    return Aside.#shared;
  }

  async run(command: string, { home, env }: Machine, input: string): Promise<Result> {
    const [given, stdout, stderr] = ['in', 'out', 'err'].map((name) => join(this.#folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(given, input);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${asWord(value)}`);
    const line = `cd ${asWord(home)}; export ${variables.join(' ')}; eval ${asWord(command)}`;
    this.#shell.stdin.write(`(${line}) < ${given} > ${stdout} 2> ${stderr}; echo $?\n`);

    const [code] = await once(this.#shell.stdout, 'data');
    return { code: Number(code), stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') };
  }
}
