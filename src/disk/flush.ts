import { closeSync, fsync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** By descriptor. */
export const flush = promisify(fsync);

/** Folders that this process has made, until their own entry is on disk. */
const made = new Set<string>();

export function madeFolder(folder: string): void {
  made.add(folder);
}

/** Its entries: which names there are, not what is in the files. Also its own, without which a power cut would take them all. */
export async function flushFolder(folder: string): Promise<void> {
  const ways = [...withParents(folder)].filter((one) => made.has(one));
  await Promise.all([folder, ...ways.map((one) => dirname(one))].map(flushEntries));
  for (const one of ways) made.delete(one);
}

function* withParents(folder: string): Generator<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* withParents(dirname(folder));
}

async function flushEntries(folder: string): Promise<void> {
  try {
    await flushAt(folder, 'r');
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
}

/** A file that is gone needs no flush. */
export async function flushFile(path: string): Promise<void> {
  try {
    // Windows flushes only what is open for writing
    await flushAt(path, 'r+').catch((error) => {
      if (!isUnsupported(error)) throw error;
      return flushAt(path, 'r');
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function flushAt(path: string, flags: string): Promise<void> {
  const file = openSync(path, flags);
  try {
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/** What systems say that cannot flush a folder, or may not open it for that. */
const unsupported: ReadonlySet<string> = new Set([
  'EACCES',
  'EBADF',
  'EINVAL',
  'EISDIR',
  'ENOTSUP',
  'EPERM',
  'EROFS',
]);

const isUnsupported = (error: unknown) => unsupported.has((error as NodeJS.ErrnoException).code ?? '');
