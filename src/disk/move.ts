import { copyFileSync, renameSync, rmSync } from 'node:fs';

/** Moves a file, also from one file system to another. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
    rmSync(from);
  }
}
