import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOver, processMark } from '../disk/process-mark.ts';
import { bound, type KeptCode, type Used } from './kept-code.ts';

/** What is being written, by the one process that the other file names. */
const unfinished = 'unfinished';
const writer = 'writer';

/** Milliseconds until a process that cannot be looked for, as on another machine, counts as ended. */
const longestWriting = 60_000;

/** Keeps what a run has compiled, for the next ones. @throws what the file system says */
export function keep(code: KeptCode): void {
  const { folder, used, of } = code;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!code.looksOwn() || !claim(folder)) return;

  try {
    for (const { name, script } of used) {
      const compiled = script.createCachedData();
      // twice, since V8 would execute damaged code
      const data = Buffer.concat([compiled, compiled]);
      if (makeRoom({ folder, name, size: data.length, used, build: of.build })) put(folder, name, data);
    }
  } finally {
    rmSync(join(folder, writer), { force: true });
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

function put(folder: string, name: string, data: Buffer): void {
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
  readonly build: string;
}

/** Removes what is of no use, then what this run does not use, oldest first; false if that is not enough. */
function makeRoom({ folder, name, size, used, build }: Wanted): boolean {
  const useful = (other: string) => Number(other.endsWith(`.${build}`));
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
