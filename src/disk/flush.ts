import { closeSync, fsync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** By descriptor. */
export const flush = promisify(fsync);

/** Its entries: which names there are, not what is in the files. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    await flushAt(folder, 'r');
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  }
}

export function flushFolderSync(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
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
