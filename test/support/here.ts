import { Readable, Writable } from 'node:stream';
import { run } from '../../src/main.ts';
import { StderrReporter } from '../../src/report/reporter.ts';
import type { Host } from '../../src/run/host.ts';
import type { Machine, Options, Result } from './ratebook.ts';

/**
 * A command line on the machine, run by this process: for what matters for its words, as starting the built program takes
 * longer than all the rest. There is no terminal, and paths are relative to the folder of the tests.
 */
export async function runHere(
  machine: Machine,
  args: readonly string[],
  { env, stdin = '', now }: Pick<Options, 'env' | 'stdin' | 'now'> = {},
): Promise<Result> {
  const [stdout, stderr] = [new Heard(), new Heard()];
  const host: Host = {
    argv: args,
    env: { ...machine.env, ...env },
    platform: process.platform,
    home: machine.home,
    stdin: Readable.from([stdin]),
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    prompt: { confirm: nobody, secret: nobody, firstLine: async () => stdin.split('\n')[0] ?? '' },
    page: async () => false,
    now: now === undefined ? Date.now : () => Date.parse(now),
    signal: new AbortController().signal,
  };
  const code = await run(host, new StderrReporter(host));
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Heard extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

async function nobody(): Promise<never> {
  throw new Error('asked, but nobody is there');
}
