import { closeSync, constants, fstatSync, openSync, type Stats, statSync, writeSync } from 'node:fs';
import { ifPossible } from '../errors.ts';
import type { Outlet } from '../output/sink.ts';
import { type TerminalText, terminalText } from '../output/terminal-text.ts';
import type { StandardOutput } from '../run/host.ts';

type Done = (error?: Error | null) => void;
type OnError = Parameters<Outlet['on']>[1];

/** Writes at once where nobody needs to be waited for: to open Node's stream takes a tenth of a look-up. */
export class Stdout implements StandardOutput {
  readonly #target: Target | undefined;
  readonly #listeners: OnError[] = [];
  readonly #plainText = terminalText(false);
  readonly #coloredText = terminalText(true);
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

  get colored(): Outlet {
    return {
      on: (event, listener) => this.on(event, listener),
      write: (data, done) => this.#write(data, this.#coloredText, done),
    };
  }

  on(event: 'error', listener: OnError): void {
    if (this.#stream) this.#stream.on(event, listener);
    else this.#listeners.push(listener);
  }

  write(data: string | Uint8Array, done?: Done): void {
    this.#write(data, this.#plainText, done);
  }

  #write(data: string | Uint8Array, text: TerminalText, done: Done = () => {}): void {
    const target = this.#target;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const isNext = isFirst || (target?.isFile && !this.#stream);
    if (!target || !isNext || data.length > target.room) {
      this.#opened.write(this.isTTY ? text(data) : data, done);
      return;
    }

    const bytes = Buffer.from(data);
    const rest = bytes.subarray(writtenAtOnce(target.place, bytes));
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

interface Target {
  /** A path is to be opened first. */
  readonly place: typeof stdout | '/proc/self/fd/1';
  /** Characters for which a reader who lags behind need not be waited for. */
  readonly room: number;
  /** There is no reader: not only what is written first can be written at once. */
  readonly isFile?: true;
}

/** Undefined for a terminal, and for what only a stream does not wait for. */
function targetOf(found: Stats, platform: NodeJS.Platform): Target | undefined {
  if (platform === 'win32') return undefined;
  const room = Number.POSITIVE_INFINITY;
  // opened by its path, a full pipe need not be waited for
  if (found.isFIFO()) return platform === 'linux' ? { place: '/proc/self/fd/1', room } : undefined;
  if (found.isSocket()) return { place: stdout, room: 4096 };
  const isNull = found.isCharacterDevice() && found.rdev === statSync('/dev/null').rdev;
  return found.isFile() || isNull ? { place: stdout, room, isFile: true } : undefined;
}

/** How many bytes were written. What went wrong, the stream meets again, and tells. */
function writtenAtOnce(place: Target['place'], bytes: Uint8Array): number {
  return (
    ifPossible(() => {
      if (place === stdout) return writeSync(place, bytes);
      const pipe = openSync(place, constants.O_WRONLY | constants.O_NONBLOCK);
      try {
        return writeSync(pipe, bytes);
      } finally {
        closeSync(pipe);
      }
    }) ?? 0
  );
}
