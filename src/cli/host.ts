import { once, setMaxListeners } from 'node:events';
import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises';
import type { Host, StandardOutput } from '../app.ts';
import { homeFolder } from '../config/places.ts';
import { cannotWrite, exit, Failure } from '../errors.ts';
import { escaping, terminalText } from '../output/output.ts';
import { page } from './pager.ts';
import { askHidden, confirm, firstLine } from './prompt.ts';

interface ProcessHost extends Host {
  /** Streams that were opened. */
  readonly outputs: readonly NodeJS.WriteStream[];
}

/** @param onBroken called when stdout fails, unless by a closed pipe, and no output listens for it */
export function hostOf(
  process: NodeJS.Process,
  loadRest: Host['loadRest'],
  onBroken: (failure: Failure) => void,
): ProcessHost {
  const { env, platform, stdout } = process;
  const interrupting = new AbortController();
  const { signal } = interrupting;
  setMaxListeners(0, signal);
  const stop = () => interrupting.abort(new Failure('interrupted', 'interrupted'));
  /** Ctrl-C in a pager belongs to the pager. */
  let isPaging = false;
  let isInsisting = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (isPaging && name === 'SIGINT') return;
      if (isInsisting) process.exit(exit.interrupted);
      isInsisting = true;
      stop();
    });
  // a closing terminal window sends it twice, from kernel and shell: the second is not a user insisting
  process.on('SIGHUP', stop);

  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // a closed pipe must not crash the process
    const isGone = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    if (!isGone && stdout.listenerCount('error') === 1) onBroken(cannotWrite('standard output', error));
  });
  const outputs: NodeJS.WriteStream[] = [stdout];
  const terminal = () => ({ stdin: process.stdin, stderr: process.stderr, signal });

  return {
    argv: process.argv.slice(2),
    env,
    platform,
    home: homeFolder({ platform, env }),
    // getters, because reading them opens the streams of the process, and not every run needs each
    get stdin() {
      return process.stdin;
    },
    get stderr() {
      if (outputs.length === 1) outputs.push(process.stderr.on('error', () => {}));
      return process.stderr;
    },
    stdout: standardOutput(stdout),
    outputs,
    prompt: {
      confirm: async (question) => confirm(terminalText(false)(question), terminal()),
      secret: async (question) => askHidden(question, terminal()),
      firstLine: async () => firstLine(terminal()),
    },
    page: async (text, { viewer, isColored = false } = {}) => {
      // one line more, for the shell's prompt
      const isLong = text.split('\n').length > (process.stdout.rows || Number.POSITIVE_INFINITY);
      if (!viewer && !isLong) return false;

      isPaging = true;
      try {
        return await page(terminalText(isColored)(text), {
          env,
          signal,
          viewer,
        });
      } finally {
        isPaging = false;
      }
    },
    loadRest,
    now: Date.now,
    signal,
  };
}

/** Text for a terminal is escaped. */
function standardOutput(stream: NodeJS.WriteStream): StandardOutput {
  const plain = stream.isTTY ? escaping(stream, false) : stream;
  return {
    on: stream.on.bind(stream),
    write: plain.write.bind(plain),
    colored: stream.isTTY ? escaping(stream, true) : stream,
    isTTY: stream.isTTY === true,
    // a window may change
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
  };
}

/** Milliseconds after an interrupt in which a reader can still take the output. */
const grace = 1000;

/** Exits as soon as the output has been read, without waiting for hanging connections or name lookups. */
export async function endProcess(process: NodeJS.Process, { outputs, signal }: ProcessHost): Promise<void> {
  // lets a failed write report its error first
  await letOthersRun();
  const pending = outputs.filter(({ writableLength }) => writableLength > 0);
  if (pending.length > 0)
    await Promise.race([afterInterrupt(process, signal), Promise.all(pending.map(drain))]);
  if (signal.aborted) dieOfLookup(process);
  process.exit();
}

async function afterInterrupt(process: NodeJS.Process, signal: AbortSignal) {
  if (!signal.aborted) await once(signal, 'abort');
  await sleep(grace);
  process.exitCode ||= exit.interrupted;
}

const drain = (stream: NodeJS.WriteStream) => new Promise((resolve) => stream.write('', resolve));

/** Exiting waits for a pending name lookup, dying of SIGINT does not; a shell reports 130 in both cases. */
function dieOfLookup(process: NodeJS.Process) {
  if (!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) return;
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}
