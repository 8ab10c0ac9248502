import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Script } from 'node:vm';
import { ifPossible } from '../errors.ts';

/** Bytes, of all files together. */
export const bound = 8_000_000;

/** Bytes. No file has as many. */
const largest = 4_000_000;

/** What is kept of a file has several times the length of its text. */
const least = 3;

export interface Used {
  readonly name: string;
  readonly text: Buffer;
  readonly script: Script;
  /** Bytes that are kept of it. */
  readonly kept: number;
}

type Compile = (filename: string, text: Buffer, code?: Buffer) => Script;

/** The program's files as V8 compiled them, in a folder of the user's. If that fails, each run compiles. */
export class KeptCode {
  readonly used: Used[] = [];
  #isOwn: boolean | undefined;
  /** The same for each file: new pages take longer than reading does. */
  #memory: Buffer | undefined;

  /**
   * @param kind of the run: for each one its own files are kept, as what others need takes time to read, too
   * @param uid the user's; undefined where users have none
   */
  constructor(
    readonly folder: string,
    private readonly kind: string,
    private readonly uid: number | undefined,
    private readonly compiled: Compile,
  ) {}

  compile(filename: string, text: Buffer): Script {
    const name = `${basename(filename)}.${this.kind}`;
    const code = ifPossible(() => this.#read(name, text));
    const script = this.compiled(filename, text, code);
    const isKept = code && script.cachedDataRejected === false;
    this.used.push({ name, text, script, kept: isKept ? text.length + 2 * code.length : 0 });
    return script;
  }

  /** After a run of a new kind, whose files are to be kept with the functions that it added. */
  get lacksFiles(): boolean {
    const room = this.used.reduce((rest, { kept }) => rest - kept, bound);
    return this.used.some(({ kept, text }) => kept === 0 && least * text.length <= room);
  }

  /** What lies there is executed. */
  looksOwn(): boolean {
    const found = statSync(this.folder, { throwIfNoEntry: false });
    return found !== undefined && (this.uid === undefined || found.uid === this.uid);
  }

  /** Undefined if it is damaged, or that of another text. Good until the next is read. */
  #read(name: string, text: Buffer): Buffer | undefined {
    this.#isOwn ??= this.looksOwn();
    if (!this.#isOwn) return undefined;

    const path = join(this.folder, name);
    const found = statSync(path);
    // a pipe would block, and a device never end
    if (!found.isFile() || found.size > largest) return undefined;

    this.#memory ??= Buffer.allocUnsafeSlow(largest);
    const file = this.#memory.subarray(0, readInto(this.#memory, path));
    const end = (file.length - text.length) / 2;
    const code = file.subarray(0, end);
    const isWhole = code.length > 0 && code.equals(file.subarray(end, 2 * end));
    return isWhole && text.equals(file.subarray(2 * end)) ? code : undefined;
  }
}

function readInto(memory: Buffer, path: string): number {
  const file = openSync(path, 'r');
  try {
    return readSync(file, memory);
  } finally {
    closeSync(file);
  }
}
