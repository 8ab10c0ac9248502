import { setMaxListeners } from 'node:events';
import { homedir } from 'node:os';
import { cannotWrite } from '../disk/failure.ts';
import { exit, Failure } from '../errors.ts';
import type { Host, Prompt } from '../run/host.ts';

export function hostOf(process: NodeJS.Process): Host {
  const { env, platform, stdout, stderr } = process;
  const interrupt = new AbortController();
  setMaxListeners(0, interrupt.signal);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (interrupt.signal.aborted) process.exit(exit.interrupted);
      interrupt.abort(new Failure(exit.interrupted, 'interrupted'));
    });
  }
  return {
    argv: process.argv.slice(2),
    env,
    platform,
    home: homedir(),
    // opened only where it is read
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    prompt: promptOn(process, interrupt.signal),
    now: Date.now,
    signal: interrupt.signal,
  };
}

function promptOn(process: NodeJS.Process, signal: AbortSignal): Prompt {
  const load = () => import('./prompt.ts');
  return {
    confirm: async (question) => (await load()).confirm(question, process.stdin, process.stderr, signal),
    secret: async (question) => (await load()).askHidden(question, process.stdin, process.stderr, signal),
    firstLine: async () => (await load()).firstLine(process.stdin, signal),
  };
}

/**
 * Keeps what is printed into a pipe whose reader has left from ending the process, and tells of other failures to print.
 * Who writes a document listens himself.
 */
export function watchOutput({ stdout, stderr }: Host, onFailure: (failure: Failure) => void): void {
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isGone = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    if (!isGone && stdout.listenerCount('error') === 1) onFailure(cannotWrite('standard output', error));
  });
}
