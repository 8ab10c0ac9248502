import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Script } from 'node:vm';
import { ifPossible } from '../errors.ts';
import { bytesAt, largest } from './bytes.ts';

/** Bytes, of all files together. */
export const bound = 8_000_000;

/** What is kept of a file has several times the length of its text. */
const least = 3;

export interface Used {
  readonly name: string;
  readonly length: number;
  readonly script: Script;
  /** Bytes that are kept of it. */
  readonly kept: number;
}

export interface KeptFor {
  /** That of the text of all files: V8 takes code of any text of the same length. */
  readonly build: string;
  /** Of the run: for each its own files are kept, as what others need takes time to read, too. */
  readonly kind: string;
}

type Compile = (filename: string, text: string, code?: Buffer) => Script;

/** The program's files as V8 compiled them, in a folder of the user's. If that fails, each run compiles. */
export class KeptCode {
  readonly used: Used[] = [];
  #isOwn: boolean | undefined;

  /** @param uid the user's; undefined where users have none */
  constructor(
    readonly folder: string,
    readonly of: KeptFor,
    private readonly uid: number | undefined,
    private readonly compiled: Compile,
  ) {}

  compile(filename: string, text: string): Script {
    const name = `${basename(filename)}.${this.of.kind}.${this.of.build}`;
    const code = ifPossible(() => this.#read(name));
    const script = this.compiled(filename, text, code);
    const isKept = code && script.cachedDataRejected === false;
    this.used.push({ name, length: text.length, script, kept: isKept ? 2 * code.length : 0 });
    return script;
  }

  /** After a run of a new kind, whose files are to be kept with the functions that it added. */
  get lacksFiles(): boolean {
    const room = this.used.reduce((rest, { kept }) => rest - kept, bound);
    return this.used.some(({ kept, length }) => kept === 0 && least * length <= room);
  }

  /** What lies there is executed. */
  looksOwn(): boolean {
    const found = statSync(this.folder, { throwIfNoEntry: false });
    return found !== undefined && (this.uid === undefined || found.uid === this.uid);
  }

  /** Undefined if it is damaged. */
  #read(name: string): Buffer | undefined {
    this.#isOwn ??= this.looksOwn();
    if (!this.#isOwn) return undefined;

    const path = join(this.folder, name);
    const found = statSync(path);
    // a pipe would block, and a device never end
    if (!found.isFile() || found.size > largest) return undefined;

    const file = bytesAt(path);
    const code = file.subarray(0, file.length / 2);
    return code.length > 0 && code.equals(file.subarray(code.length)) ? code : undefined;
  }
}
