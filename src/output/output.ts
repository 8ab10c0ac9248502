import { cannotWrite, orAborted } from '../errors.ts';

/** Where a document goes: stdout, or a file. */
export interface Output {
  write(data: string | Uint8Array): Promise<void>;
  /** Once the document is complete. */
  close(): Promise<void>;
  /** Leaves a file as it was. */
  abandon(): Promise<void>;
}

/** What is needed of a stream. */
export interface OutputStream {
  on(event: 'error', listener: (error: Error) => void): unknown;
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
}

/** The reader of a pipe has closed it, as `head` does: no failure, but nothing more needs to be written. */
export class ReaderGone extends Error {}

export function isStdout(path: string | undefined): path is '-' | '/dev/stdout' | undefined {
  return path === undefined || path === '-' || path === '/dev/stdout';
}

/** A stream that stays open. The signal ends a wait for a reader that does not read. */
export function streamOutput(stream: OutputStream, name: string, signal: AbortSignal): Output {
  // an error arrives in the callback and as an event, which would crash the process without a listener
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken ??= error;
  });

  return {
    async write(data) {
      signal.throwIfAborted();
      const written = new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(errorOf(broken ?? error, name)) : resolve());
        if (broken) done(broken);
        else stream.write(data, done);
      });
      await orAborted(written, signal);
    },
    close: async () => {},
    abandon: async () => {},
  };
}

function errorOf(error: NodeJS.ErrnoException, name: string): Error {
  return error.code === 'EPIPE' || error.code === 'ECONNRESET' ? new ReaderGone() : cannotWrite(name, error);
}

/** Leaves the output as it was if the work fails. */
export async function orAbandoned<T>(output: Output, work: (output: Output) => Promise<T>): Promise<T> {
  try {
    return await work(output);
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
