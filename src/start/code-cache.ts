import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Script } from 'node:vm';
import { isOver, processMark } from '../disk/process-mark.ts';
import { ifPossible } from '../errors.ts';

/** Bytes, of all files together. */
const bound = 2_000_000;

/** What is kept of a file has several times the length of its source. */
const least = 3;

/** What is being written, by the one process that the other file names. */
const unfinished = 'unfinished';
const writer = 'writer';

/** Milliseconds until a process that cannot be looked for, as on another machine, counts as ended. */
const patience = 60_000;

interface Used {
  readonly name: string;
  readonly source: Buffer;
  readonly script: Script;
  /** Bytes that are kept of it. */
  readonly kept: number;
}

/** The program's files as V8 has compiled them, in a folder of the user's. Where that fails, each run compiles anew. */
export function codeCache(
  folder: string,
  uid: number | undefined,
  compiled: (filename: string, source: Buffer, code?: Buffer) => Script,
) {
  const used: Used[] = [];
  let isOwn: boolean | undefined;
  /** What lies there is executed. */
  const looksOwn = () => {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found !== undefined && (uid === undefined || found.uid === uid);
  };
  const read = (name: string, source: Buffer) =>
    ifPossible(() => {
      isOwn ??= looksOwn();
      return isOwn ? codeIn(join(folder, name), source) : undefined;
    });
  return {
    compile(filename: string, source: Buffer): Script {
      const name = basename(filename);
      const code = read(name, source);
      const script = compiled(filename, source, code);
      const isKept = code && script.cachedDataRejected === false;
      used.push({ name, source, script, kept: isKept ? source.length + 2 * code.length : 0 });
      return script;
    },
    /** To be called last. A run of a new kind keeps its files once more, with the functions that are new in them. */
    save(programFiles: () => readonly string[]): void {
      const room = used.reduce((rest, { kept }) => rest - kept, bound);
      if (!used.some(({ kept, source }) => kept === 0 && least * source.length <= room)) return;
      // not even worth a note where that fails: the next run compiles again
      ifPossible(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!looksOwn()) return;
        const own = new Set(programFiles());
        if (!claim(folder)) return;
        try {
          for (const { name, source, script } of used) {
            const code = script.createCachedData();
            // with the source, since V8 checks only its length; and twice, since it executes damaged code, and has no checksum
            const data = Buffer.concat([source, code, code]);
            if (makeRoom(folder, name, data.length, used, own)) keep(folder, name, data);
          }
        } finally {
          rmSync(join(folder, writer), { force: true });
        }
      });
    },
  };
}

/** False where another process is keeping its files. What a killed one left is taken over. */
function claim(folder: string): boolean {
  const path = join(folder, writer);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) {
    const mark = found.isFile() ? readFileSync(path, 'utf8') : '';
    if (!isOver(mark, Math.abs(Date.now() - found.mtimeMs) > patience)) return false;
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

/** Removes what is of no use, then what this run does not use, oldest first; false if that is not enough. */
function makeRoom(folder: string, name: string, size: number, used: readonly Used[], own: ReadonlySet<string>) {
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

/** Undefined if it is damaged, or that of another source. */
function codeIn(path: string, source: Buffer): Buffer | undefined {
  const found = statSync(path);
  // a pipe would block, and a device never end
  if (!found.isFile() || found.size > bound) return undefined;
  const file = readFileSync(path);
  const middle = (source.length + file.length) / 2;
  const code = file.subarray(source.length, middle);
  const isWhole = code.length > 0 && code.equals(file.subarray(middle));
  return isWhole && source.equals(file.subarray(0, source.length)) ? code : undefined;
}
