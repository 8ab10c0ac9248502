import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const binary = join(import.meta.dirname, '../../bin/ratebook.cjs');
const clock = join(import.meta.dirname, 'clock.cjs');

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The moment that the program takes for the start of its run, as by a wrong clock. */
  readonly now?: string;
  readonly cwd?: string;
}

/** A user's machine: the built program with a home of its own, which is gone after the tests of the file. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'ratebook-test-'));
  readonly env: Record<string, string>;

  constructor(env: Readonly<Record<string, string>> = {}) {
    this.env = { PATH: process.env.PATH ?? '', HOME: this.home, ...env };
    afterAll(() => rmSync(this.home, { recursive: true, force: true }));
  }

  /** A machine whose user has a key for the service at this address. */
  static for(url: string, appId = 'secret-key-of-a-test'): Machine {
    return new Machine({ RATEBOOK_BASE_URL: url, RATEBOOK_APP_ID: appId });
  }

  start(args: readonly string[], { env = {}, now, cwd = this.home }: Options = {}): ChildProcess {
    const faked = now ? ['--require', clock] : [];
    return spawn(process.execPath, [...faked, binary, ...args], {
      cwd,
      env: { ...this.env, ...(now ? { CLOCK_STARTS_AT: now } : {}), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  async run(args: readonly string[], options: Options = {}): Promise<Result> {
    const child = this.start(args, options);
    child.stdin?.end(options.stdin ?? '');
    return finished(child);
  }
}

export async function finished(child: ChildProcess): Promise<Result> {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...text };
}
