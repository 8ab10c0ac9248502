import { setMaxListeners } from 'node:events';
import { homedir } from 'node:os';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { cannotWrite } from '../disk/failure.ts';
import { exit, Failure } from '../errors.ts';
import type { Host, Prompt } from '../run/host.ts';

export function hostOf(process: NodeJS.Process): Host {
  const { env, platform, stdout, stderr } = process;
  const interrupt = new AbortController();
  setMaxListeners(0, interrupt.signal);
  let isPaging = false;
  const stop = () => interrupt.abort(new Failure(exit.interrupted, 'interrupted'));
  let asked = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // Ctrl-C in a pager is meant for the pager
      if (isPaging && name === 'SIGINT') return;
      if (asked) process.exit(exit.interrupted);
      asked = true;
      stop();
    });
  }
  // a terminal window that closes sends it from kernel and shell: nobody insists by that
  process.on('SIGHUP', stop);
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
    page: async (text) => {
      isPaging = true;
      try {
        return await (await import('./pager.ts')).page(text, env, interrupt.signal);
      } finally {
        isPaging = false;
      }
    },
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

/** Milliseconds that a reader has, after an interrupt, to take what was printed. */
const grace = 1000;

/**
 * Ends the process when what it printed has been taken. What else may still be under way is in vain then, such as a
 * connection or a look-up that hangs.
 */
export async function endProcess(process: NodeJS.Process, { stdout, stderr, signal }: Host): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    const giveUp = () => setTimeout(resolve, grace);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp);
  }).then(() => {
    process.exitCode ||= exit.interrupted;
  });
  await Promise.race([interrupted, Promise.all([stdout, stderr].map(taken))]);
  if (signal.aborted) dieOfLookup(process);
  process.exit();
}

async function taken(stream: NodeJS.WriteStream): Promise<void> {
  // a failure to write is told of in a moment
  await letOthersRun();
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

/** An exit waits for threads, and thus for a name server; a signal does not, and a shell tells of 130 all the same. */
function dieOfLookup(process: NodeJS.Process): void {
  if (!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) return;
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
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
