import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from '../support/at-end.ts';
import { appId, binary, type Result } from '../support/ratebook.ts';

/** A `node.exe` of Windows. */
const { RATEBOOK_WINE: node = '' } = process.env;
const wine = join(import.meta.dirname, 'wine.sh');
const preload = join(import.meta.dirname, 'preload.cjs');
type Started = { readonly child: ChildProcess; readonly finished: () => Promise<Result> };

interface Options {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A computer with Windows, as far as Wine is one; slow to set up. */
export class Desk {
  readonly #folder = mkdtempSync(join(tmpdir(), 'ratebook-wine-'));
  readonly #prefix = join(this.#folder, 'prefix');
  readonly home = join(this.#folder, 'home');
  readonly #env = { PATH: process.env.PATH, RATEBOOK_APP_ID: appId, TEST_HOME: this.home };
  #runs = 0;

  constructor() {
    this.#manage('begin');
    const temporary = JSON.stringify(this.at('AppData/Local/Temp'));
    this.#manage(node, '-e', `fs.mkdirSync(${temporary}, { recursive: true })`);
    atEnd(() => this.#end());
  }

  /** For a program that it runs. */
  at(name: string): string {
    return join(this.home, name);
  }

  write(name: string, text: string | Uint8Array): void {
    writeFileSync(this.at(name), text);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** Wine has no use for pipes as standard streams, so those are files. */
  start(args: readonly string[], { stdin = '/dev/null', env = {} }: Options = {}): Started {
    const output = join(this.#folder, `${++this.#runs}`);
    const files = [openSync(stdin, 'r'), openSync(`${output}.out`, 'w'), openSync(`${output}.err`, 'w')];
    const child = spawn(wine, [this.#prefix, node, '--require', preload, binary, ...args], {
      cwd: this.home,
      env: { ...this.#env, ...env },
      stdio: files as [number, number, number],
    });
    const exited = once(child, 'exit');
    for (const file of files) closeSync(file);
    const text = (name: string) => readFileSync(`${output}.${name}`, 'utf8');
    return {
      child,
      async finished() {
        const [code] = await exited;
        return { code, stdout: text('out'), stderr: text('err') };
      },
    };
  }

  run(args: readonly string[], options?: Options): Promise<Result> {
    return this.start(args, options).finished();
  }

  /** Has another program open the file, until the answer is called. */
  async hold(name: string): Promise<() => Promise<unknown>> {
    const words = [this.#prefix, node, join(import.meta.dirname, 'hold.cjs'), this.at(name)];
    const child = spawn(wine, words, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const sign = this.at(`${name}.held`);
    while (!existsSync(sign)) {
      if (child.exitCode !== null) throw new Error(`${name} cannot be held`);
      await sleep(20);
    }
    return () => {
      rmSync(sign, { force: true });
      return ended;
    };
  }

  #manage(...words: string[]): void {
    execFileSync(wine, [this.#prefix, ...words], { stdio: 'ignore' });
  }

  #end(): void {
    this.#manage('end');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
