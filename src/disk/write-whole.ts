import { closeSync, fsync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { cannotWrite } from './cannot-write.ts';
import { temporaryBeside } from './temporary.ts';

const flush = promisify(fsync);

/** Writes a small file whole, or leaves what is there as it was. Only the disk is waited for: each other step is over sooner than it could be awaited. */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = temporaryBeside(path);
  const file = begin(temporary);
  try {
    try {
      writeFileSync(file, data);
      await flush(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw cannotWrite(path, error);
  }
}

function begin(temporary: string): number {
  try {
    return openSync(temporary, 'wx');
  } catch (error) {
    throw cannotWrite(`in ${dirname(temporary)}`, error);
  }
}

function remove(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // what was wrong before is what is said
  }
}
