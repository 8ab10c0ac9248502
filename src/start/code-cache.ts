import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Script } from 'node:vm';
import { isOver, processMark } from '../disk/process-mark.ts';
import { ifPossible } from '../errors.ts';

/** Bytes, of all files together. */
const bound = 2_000_000;

/** What is kept of a file has several times the length of its text. */
const least = 3;

/** What is being written, by the one process that the other file names. */
const unfinished = 'unfinished';
const writer = 'writer';

/** Milliseconds until a process that cannot be looked for, as on another machine, counts as ended. */
const longestWriting = 60_000;

interface Used {
  readonly name: string;
  readonly text: Buffer;
  readonly script: Script;
  /** Bytes that are kept of it. */
  readonly kept: number;
}

type Compile = (filename: string, text: Buffer, code?: Buffer) => Script;

/** The program's files as V8 compiled them, in a folder of the user's. If that fails, each run compiles. */
export class CodeCache {
  readonly #used: Used[] = [];
  #isOwn: boolean | undefined;

  /** @param uid the user's; undefined where users have none */
  constructor(
    private readonly folder: string,
    private readonly uid: number | undefined,
    private readonly compiled: Compile,
  ) {}

  compile(filename: string, text: Buffer): Script {
    const name = basename(filename);
    const code = ifPossible(() => this.#read(name, text));
    const script = this.compiled(filename, text, code);
    const isKept = code && script.cachedDataRejected === false;
    this.#used.push({ name, text, script, kept: isKept ? text.length + 2 * code.length : 0 });
    return script;
  }

  /** To be called last. A run of a new kind keeps its files once more, with the functions that it added. */
  save(programFiles: () => readonly string[]): void {
    const room = this.#used.reduce((rest, { kept }) => rest - kept, bound);
    if (!this.#used.some(({ kept, text }) => kept === 0 && least * text.length <= room)) return;
    // not even worth a note where that fails: the next run compiles again
    ifPossible(() => this.#write(new Set(programFiles())));
  }

  #read(name: string, text: Buffer): Buffer | undefined {
    this.#isOwn ??= this.#looksOwn();
    return this.#isOwn ? codeIn(join(this.folder, name), text) : undefined;
  }

  #write(own: ReadonlySet<string>): void {
    const { folder } = this;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!this.#looksOwn() || !claim(folder)) return;

    try {
      for (const { name, text, script } of this.#used) {
        const code = script.createCachedData();
        // with the text, of which V8 checks only the length; twice, since V8 would execute damaged code
        const data = Buffer.concat([text, code, code]);
        if (makeRoom({ folder, name, size: data.length, used: this.#used, own })) keep(folder, name, data);
      }
    } finally {
      rmSync(join(folder, writer), { force: true });
    }
  }

  /** What lies there is executed. */
  #looksOwn(): boolean {
    const found = statSync(this.folder, { throwIfNoEntry: false });
    return found !== undefined && (this.uid === undefined || found.uid === this.uid);
  }
}

/** False where another process is keeping its files. What a killed one left is taken over. */
function claim(folder: string): boolean {
  const path = join(folder, writer);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) {
    const mark = found.isFile() ? readFileSync(path, 'utf8') : '';
    if (!isOver(mark, Math.abs(Date.now() - found.mtimeMs) > longestWriting)) return false;
    rmSync(path);
  }
  writeFileSync(path, processMark(), { flag: 'wx' });
  return true;
}

function keep(folder: string, name: string, data: Buffer): void {
  const temporary = join(folder, unfinished);
  try {
    rmSync(temporary, { force: true });
    writeFileSync(temporary, data, { flag: 'wx' });
    renameSync(temporary, join(folder, name));
  } catch {
    // such as a full disk, or a folder in its place
    rmSync(temporary, { force: true });
  }
}

interface Wanted {
  readonly folder: string;
  /** Of the file that is to be kept. */
  readonly name: string;
  readonly size: number;
  readonly used: readonly Used[];
  /** Names of the program's files. */
  readonly own: ReadonlySet<string>;
}

/** Removes what is of no use, then what this run does not use, oldest first; false if that is not enough. */
function makeRoom({ folder, name, size, used, own }: Wanted): boolean {
  const useful = (other: string) => Number(own.has(other));
  const others = readdirSync(folder)
    .filter((other) => other !== name && other !== writer)
    .map((other) => ({ name: other, path: join(folder, other), found: lstatSync(join(folder, other)) }))
    .filter(({ found }) => !found.isDirectory())
    .sort((a, b) => useful(a.name) - useful(b.name) || a.found.mtimeMs - b.found.mtimeMs);

  let total = others.reduce((sum, { found }) => sum + found.size, size);
  for (const { path, found, name: other } of others) {
    if (useful(other) && (total <= bound || used.some((one) => one.name === other))) continue;
    rmSync(path, { force: true });
    total -= found.size;
  }
  return total <= bound;
}

/** Undefined if it is damaged, or that of another text. */
function codeIn(path: string, text: Buffer): Buffer | undefined {
  const found = statSync(path);
  // a pipe would block, and a device never end
  if (!found.isFile() || found.size > bound) return undefined;

  const file = readFileSync(path);
  const middle = (text.length + file.length) / 2;
  const code = file.subarray(text.length, middle);
  const isWhole = code.length > 0 && code.equals(file.subarray(middle));
  return isWhole && text.equals(file.subarray(0, text.length)) ? code : undefined;
}
