import { once } from 'node:events';
import { closeSync, existsSync, fsync, fsyncSync, openSync, promises } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifPossible, writing, written } from '../errors.ts';
import { patiently } from './patience.ts';
import { createFolder } from './sharing.ts';

export const flush = (file: number): Promise<void> =>
  new Promise((resolve, reject) => fsync(file, (error) => (error ? reject(error) : resolve())));

/**
 * Like a recursive `mkdir`, but says why it failed: Node says ENOENT on a read-only disk. A power cut cannot
 * take the folder with all that is written into it. @throws Failure
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  writing(`in ${folder}`, () => make(folder));
}

function make(folder: string, parentMayLack = true): void {
  try {
    createFolder(folder);
    flushNames(dirname(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !parentMayLack || dirname(folder) === folder) throw error;
    make(dirname(folder));
    make(folder, false);
  }
}

/** What a power cut would cost. */
export type Worth = 'paid for' | 'free';

/** A month of days; flushing the whole file system for less takes longer. */
const few = 50;

/** libuv has no more threads than this. */
const together = 4;

/**
 * Resolves once the files and their names are on disk. What is gone needs no flush.
 * @param worth of `free` files that take long to flush only the names are, since they can be had again
 * @throws Failure
 */
export async function flushFiles(
  folder: string,
  names: readonly string[],
  worth: Worth = 'paid for',
): Promise<void> {
  const areMany = names.length > few;
  if (names.length === 0 || (areMany && (await isFileSystemFlushed(folder)))) return;

  // macOS has each flush empty the memory of the disk, which takes as long as a request
  const takesLong = areMany || process.platform === 'darwin';
  if (worth === 'free' && takesLong) return flushFolder(folder);

  // one iterator for all: each takes the next name
  const rest = names.values();
  const flushRest = async () => {
    for (const name of rest) await flushFile(join(folder, name));
  };

  await written(`in ${folder}`, Promise.all(Array.from({ length: together }, flushRest)));
  await flushFolder(folder);
}

/** Flushes which names the folder has, not what is in its files. @throws Failure */
export async function flushFolder(folder: string): Promise<void> {
  await written(`in ${folder}`, flushAt(folder, 'r').catch(unless('ENOENT', ...unsupported)));
}

/** At once, where that is possible. */
function flushNames(folder: string): void {
  const file = ifPossible(() => openSync(folder, 'r'));
  if (file === undefined) return;
  ifPossible(() => fsyncSync(file));
  closeSync(file);
}

/** Types of Linux file systems that are flushed as a whole: ext2 to 4, xfs, btrfs, f2fs, overlay, tmpfs. */
const flushedAsOne = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x794c7630, 0x01021994];

/** By the system's `sync`, many times as fast as each file by itself. False if it is not there or fails. */
async function isFileSystemFlushed(folder: string): Promise<boolean> {
  const { type } = await promises.statfs(folder).catch(() => ({ type: 0 }));
  if (!flushedAsOne.includes(type)) return false;
  try {
    const { spawn } = await import('node:child_process');
    const [code] = await once(spawn('sync', ['-f', folder], { stdio: 'ignore' }), 'close');
    return code === 0;
  } catch {
    return false;
  }
}

async function flushFile(path: string): Promise<void> {
  // Windows flushes only what is open for writing
  const flushed = flushAt(path, 'r+').catch((error) => {
    unless(...unsupported)(error);
    return flushAt(path, 'r');
  });
  await flushed.catch(unless('ENOENT'));
}

/** Lets these errors of the system pass. */
export const unless =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

async function flushAt(path: string, flags: string): Promise<void> {
  const file = await patiently(() => openSync(path, flags));
  try {
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/** What systems say that cannot flush a folder, or may not open it for that. */
const unsupported = ['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM', 'EROFS'];
