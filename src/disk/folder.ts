import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cannotWrite } from './failure.ts';
import { isTemporary, temporaryBeside } from './names.ts';

/**
 * Makes the folder, and those that it lies in, where they are not there.
 * @throws Failure that says why: Node's own recursive way says "no such file or directory" where a disk may only be read
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    make(folder);
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

function make(folder: string, parentMayLack = true): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !parentMayLack || dirname(folder) === folder) throw error;
    make(dirname(folder));
    make(folder, false);
  }
}

/** Moves a file, or whatever lies in its place, also from one file system to another. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    rmSync(from, { recursive: true });
  }
}

/**
 * Writes a file in the folder, which is made where it is not there, as far as the disk, and takes it away again: leave to
 * write says nothing of a disk that is full.
 * @throws Failure
 */
export function tryWriting(folder: string): void {
  makeFolder(folder);
  const path = temporaryBeside(join(folder, 'day'));
  try {
    const file = openSync(path, 'wx');
    try {
      writeFileSync(file, 'x'.repeat(block));
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path);
    }
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

/** About as much as a day has. */
const block = 8_192;

const hour = 3_600_000;

/** Removes the unfinished files that processes have left in the folder when they were killed; `now` in milliseconds since 1970. */
export async function removeStale(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter(isTemporary).map((name) => join(folder, name));
  await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      // what is younger may still be written
      if (found && now - found.mtimeMs > hour) await rm(path, { force: true }).catch(() => {});
    }),
  );
}
