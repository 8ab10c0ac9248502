import type { App, Host } from '../app.ts';
import { cannotWrite, orAborted } from '../errors.ts';
import { escapeControls } from '../words.ts';

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

/** Not escaped: ends of lines and tabs. */
const layout = /(\r?\n|\t)/;

const introducer = '\u001b';

/** The same, and weights and colours. */
const layoutAndColors = new RegExp(`(\\r?\\n|\\t|${introducer}\\[[\\d;]*m)`);

/**
 * Whatever is written to a terminal passes through this, and through nothing else on its way: text, piece by
 * piece, of which bytes and ends of lines may be in two.
 * @param isColored by ratebook: what others wrote in it is escaped already
 */
export function terminalText(isColored: boolean): (data: string | Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const unescaped = isColored ? layoutAndColors : layout;
  let pending = '';
  return (data) => {
    const text = pending + (typeof data === 'string' ? data : decoder.decode(data, { stream: true }));
    pending = text.endsWith('\r') ? '\r' : '';
    const parts = text.slice(0, text.length - pending.length).split(unescaped);
    return parts.map((part, at) => (at % 2 === 0 ? escapeControls(part) : part)).join('');
  };
}

/** The stream of a terminal. */
export function escaping(stream: OutputStream, isColored: boolean): OutputStream {
  const text = terminalText(isColored);
  return {
    on: (event, listener) => stream.on(event, listener),
    write: (data, done) => stream.write(text(data), done),
  };
}

export function isTerminal(path: string | undefined, { host }: Pick<App, 'host'>): boolean {
  return isStdout(path) && host.stdout.isTTY;
}

/** By the locale, and on a dumb terminal. */
export function wantsAscii({ env, platform }: Pick<Host, 'env' | 'platform'>): boolean {
  if (env.TERM === 'dumb') return true;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? !/utf-?8/i.test(locale) : platform !== 'win32';
}
