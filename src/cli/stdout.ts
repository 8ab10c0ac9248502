import { closeSync, constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import { ifPossible } from '../errors.ts';
import type { Outlet } from '../output/sink.ts';
import type { StandardOutput } from '../run/host.ts';

type OnError = Parameters<Outlet['on']>[1];

/** Characters that a reader who lags behind still has room for. */
const short = 4096;

/** A short answer is written at once, without Node's stream, which takes a tenth of a look-up to open. */
export class Stdout implements StandardOutput {
  readonly #target: Target | undefined;
  readonly #listeners: OnError[] = [];
  #stream: NodeJS.WriteStream | undefined;
  #isFirst = true;

  constructor(
    platform: NodeJS.Platform,
    private readonly open: () => NodeJS.WriteStream,
  ) {
    this.#target = ifPossible(() => targetOf(fstatSync(stdout), platform));
  }

  get isTTY(): boolean {
    return this.#target === undefined && this.#opened.isTTY === true;
  }

  get columns(): number {
    return this.#opened.columns;
  }

  get rows(): number {
    return this.#opened.rows;
  }

  on(event: 'error', listener: OnError): void {
    if (this.#stream) this.#stream.on(event, listener);
    else this.#listeners.push(listener);
  }

  write(data: string | Uint8Array, done: (error?: Error | null) => void = () => {}): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!isFirst || this.#target === undefined || data.length > short) {
      this.#opened.write(data, done);
      return;
    }

    const bytes = Buffer.from(data);
    const rest = bytes.subarray(writtenAtOnce(this.#target, bytes));
    if (rest.length > 0) this.#opened.write(rest, done);
    else done();
  }

  get #opened(): NodeJS.WriteStream {
    if (this.#stream) return this.#stream;
    this.#stream = this.open();
    for (const listener of this.#listeners) this.#stream.on('error', listener);
    return this.#stream;
  }
}

const stdout = 1;

/** A path is to be opened first. */
type Target = typeof stdout | '/proc/self/fd/1';

/** Undefined for a terminal, and for what only a stream does not wait for. */
function targetOf(found: Stats, platform: NodeJS.Platform): Target | undefined {
  if (platform === 'win32') return undefined;
  // opened by its path, a full pipe need not be waited for
  if (found.isFIFO()) return platform === 'linux' ? '/proc/self/fd/1' : undefined;
  const isNull = found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev;
  return found.isFile() || found.isSocket() || isNull ? stdout : undefined;
}

/** How many bytes were written. What went wrong, the stream meets again, and tells. */
function writtenAtOnce(target: Target, bytes: Uint8Array): number {
  return (
    ifPossible(() => {
      if (target === stdout) return writeSync(target, bytes);
      const pipe = openSync(target, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        return writeSync(pipe, bytes);
      } finally {
        closeSync(pipe);
      }
    }) ?? 0
  );
}
