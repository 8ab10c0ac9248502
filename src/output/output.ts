import { cannotWrite, orAborted } from '../errors.ts';

/** Where a document goes: stdout, or a file. */
export interface Output {
  write(data: string | Uint8Array): Promise<void>;
  /** Once the document is complete. */
  close(): Promise<void>;
  /** Leaves a file as it was. */
  abandon(): Promise<void>;
}

/** The part of a stream that an output uses. */
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
  let broken: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    broken ??= error;
  });

  return {
    async write(data) {
      signal.throwIfAborted();
      if (!broken) {
        const written = new Promise<Error | null | undefined>((resolve) => stream.write(data, resolve));
        broken ??= (await orAborted(written, signal)) ?? undefined;
      }
      if (!broken) return;
      const isGone = broken.code === 'EPIPE' || broken.code === 'ECONNRESET';
      throw isGone ? new ReaderGone() : cannotWrite(name, broken);
    },
    close: async () => {},
    abandon: async () => {},
  };
}
