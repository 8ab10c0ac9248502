import type { Writable } from 'node:stream';
import { cannotWrite } from '../disk/failure.ts';

/** Where a document goes. */
export interface Sink {
  /** Resolves when there is room for more. */
  write(data: string | Uint8Array): Promise<void>;
  /** Everything is there: an output file appears, whole. */
  finish(): Promise<void>;
  /** Something failed: an output file stays as it was. */
  abandon(): Promise<void>;
}

/** The reader of a pipe has left, as `head` does when it has enough: no failure, but no more need be written. */
export class ReaderGone extends Error {}

/** Whether `--output` means stdout: by `-`, by its name among the devices, or for want of another. */
export function isStdout(path: string | undefined): path is '-' | '/dev/stdout' | undefined {
  return path === undefined || path === '-' || path === '/dev/stdout';
}

/** The process's stdout, which stays open. Where its reader does not read, the signal ends the wait for that. */
export function stdoutSink(stdout: NodeJS.WritableStream, signal: AbortSignal): Sink {
  const write = writerTo(stdout, 'standard output', signal);
  return { write, finish: async () => {}, abandon: async () => {} };
}

/** A stream of our own, which ends with the document. Where its reader does not read, the signal ends the wait for that. */
export function streamSink(stream: Writable, name: string, signal: AbortSignal): Sink {
  return {
    write: writerTo(stream, name, signal),
    finish: () => unlessAborted(signal, (resolve) => stream.end(resolve)),
    // Whoever reads may be slow: what is abandoned does not wait for that.
    abandon: async () => void stream.destroy(),
  };
}

function writerTo(stream: NodeJS.WritableStream, name: string, signal: AbortSignal): Sink['write'] {
  // An error comes to the write's callback and as an event; the event alone would end the process.
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

/** The outcome of the work, or the signal's reason where that is aborted first. */
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
