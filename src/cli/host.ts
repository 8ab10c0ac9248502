import { once, setMaxListeners } from 'node:events';
import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises';
import type { Host, StandardOutput } from '../app.ts';
import { homeFolder } from '../config/places.ts';
import { cannotWrite, exit, Failure } from '../errors.ts';
import { escaping, terminalText } from '../output/output.ts';
import { page } from './pager.ts';
import { askHidden, confirm, firstLine } from './prompt.ts';

interface ProcessHost extends Host {
  /** Streams that were used. */
  readonly outputs: ReadonlySet<NodeJS.WriteStream>;
}

/** @param onBroken called when stdout fails, unless by a closed pipe, and no output listens for it */
export function hostOf(
  process: NodeJS.Process,
  loadRest: Host['loadRest'],
  onBroken: (failure: Failure) => void,
): ProcessHost {
  const { env, platform } = process;
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

  const outputs = new Set<NodeJS.WriteStream>();
  const opened = (stream: NodeJS.WriteStream, onError: (error: NodeJS.ErrnoException) => void) => {
    if (!outputs.has(stream)) outputs.add(stream.on('error', onError));
    return stream;
  };
  const onStdoutError = (error: NodeJS.ErrnoException) => {
    // a closed pipe must not crash the process
    const isGone = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    const hasListener = process.stdout.listenerCount('error') > 1;
    if (!isGone && !hasListener) onBroken(cannotWrite('standard output', error));
  };

  let stdout: StandardOutput | undefined;
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
    get stdout() {
      stdout ??= standardOutput(opened(process.stdout, onStdoutError));
      return stdout;
    },
    get stderr() {
      return opened(process.stderr, () => {});
    },
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

function standardOutput(stream: NodeJS.WriteStream): StandardOutput {
  const written = (isColored: boolean) => (stream.isTTY ? escaping(stream, isColored) : stream);
  const plain = written(false);
  return {
    on: (event, listener) => plain.on(event, listener),
    write: (data, done) => plain.write(data, done),
    colored: written(true),
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
  const afterInterrupt = async () => {
    if (!signal.aborted) await once(signal, 'abort');
    await sleep(grace);
    process.exitCode ||= exit.interrupted;
  };
  if (outputs.size > 0) await Promise.race([afterInterrupt(), Promise.all(Array.from(outputs, drain))]);
  if (signal.aborted) dieOfLookup(process);
  process.exit();
}

async function drain(stream: NodeJS.WriteStream) {
  // lets a failed write report its error first
  await letOthersRun();
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

/** Exiting waits for a pending name lookup, dying of SIGINT does not; a shell reports 130 in both cases. */
function dieOfLookup(process: NodeJS.Process) {
  if (!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) return;
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}
