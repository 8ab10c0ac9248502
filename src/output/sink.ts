import type { Writable } from 'node:stream';
import { cannotWrite, orAborted } from '../errors.ts';

/** What a sink needs of a stream. */
export interface Outlet {
  on(event: 'error', listener: (error: Error) => void): unknown;
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
}

export interface Sink {
  write(data: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** The reader of a pipe has closed it, as `head` does: no failure, but nothing more needs to be written. */
export class ReaderGone extends Error {}

export function isStdout(path: string | undefined): path is '-' | '/dev/stdout' | undefined {
  return path === undefined || path === '-' || path === '/dev/stdout';
}

/** Stdout stays open; the signal ends a wait for a reader that does not read. */
export function stdoutSink(stdout: Outlet, signal: AbortSignal): Sink {
  const write = writerTo(stdout, 'standard output', signal);
  return { write, finish: async () => {}, abandon: async () => {} };
}

/** The stream ends with the document; the signal ends a wait for a reader that does not read. */
export function streamSink(stream: Writable, name: string, signal: AbortSignal): Sink {
  return {
    write: writerTo(stream, name, signal),
    async finish() {
      signal.throwIfAborted();
      await orAborted(new Promise<void>((resolve) => stream.end(resolve)), signal);
    },
    // does not wait for a slow reader
    abandon: async () => void stream.destroy(),
  };
}

/** Leaves the output file as it was if the work fails. */
export async function withSink<S extends Pick<Sink, 'abandon'>, T>(
  sink: S,
  work: (sink: S) => Promise<T>,
): Promise<T> {
  try {
    return await work(sink);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

function writerTo(stream: Outlet, name: string, signal: AbortSignal): Sink['write'] {
  // an error arrives in the callback and as an event, which would crash the process without a listener
  let broken: Error | undefined;
  stream.on('error', (error: Error) => {
    broken ??= error;
  });
  return async (data) => {
    signal.throwIfAborted();
    let isTaken = false;
    const taken = new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => reject(goneOrFailed(error, name));
      if (broken) fail(broken);
      else
        stream.write(data, (error) => {
          isTaken = true;
          if (error) fail(broken ?? error);
          else resolve();
        });
    });
    await (isTaken ? taken : orAborted(taken, signal));
  };
}

function goneOrFailed(error: NodeJS.ErrnoException, name: string): Error {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET' ? new ReaderGone() : cannotWrite(name, error);
}
