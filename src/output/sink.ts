import type { Writable } from 'node:stream';
import { cannotWrite } from '../errors.ts';

export interface Sink {
  write(data: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** The reader of a pipe has closed it, as `head` does: not a failure, but nothing more needs to be written. */
export class ReaderGone extends Error {}

export function isStdout(path: string | undefined): path is '-' | '/dev/stdout' | undefined {
  return path === undefined || path === '-' || path === '/dev/stdout';
}

/** Stdout stays open; the signal ends a wait for a reader that does not read. */
export function stdoutSink(stdout: NodeJS.WritableStream, signal: AbortSignal): Sink {
  const write = writerTo(stdout, 'standard output', signal);
  return { write, finish: async () => {}, abandon: async () => {} };
}

/** The stream ends with the document; the signal ends a wait for a reader that does not read. */
export function streamSink(stream: Writable, name: string, signal: AbortSignal): Sink {
  return {
    write: writerTo(stream, name, signal),
    finish: () => unlessAborted(signal, (resolve) => stream.end(resolve)),
    // does not wait for a slow reader
    abandon: async () => void stream.destroy(),
  };
}

function writerTo(stream: NodeJS.WritableStream, name: string, signal: AbortSignal): Sink['write'] {
  // an error arrives in the callback and as an event, which would crash the process without a listener
  let broken: Error | undefined;
  stream.on('error', (error: Error) => {
    broken ??= error;
  });
  return (data) =>
    unlessAborted(signal, (resolve, reject) => {
      const fail = (error: Error) => reject(goneOrFailed(error, name));
      if (broken) fail(broken);
      else stream.write(data, (error) => (error ? fail(broken ?? error) : resolve()));
    });
}

function unlessAborted(
  signal: AbortSignal,
  work: (resolve: () => void, reject: (error: Error) => void) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const giveUp = () => reject(signal.reason);
    const ended = (settle: () => void) => {
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    signal.addEventListener('abort', giveUp);
    work(
      () => ended(resolve),
      (error) => ended(() => reject(error)),
    );
  });
}

function goneOrFailed(error: NodeJS.ErrnoException, name: string): Error {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET' ? new ReaderGone() : cannotWrite(name, error);
}
