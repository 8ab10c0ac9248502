import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { cannotWrite } from './cannot-write.ts';

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
