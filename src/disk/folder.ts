import {
  accessSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { cannotWrite, Failure } from '../errors.ts';
import { made } from './flush.ts';
import { temporaryIn } from './whole-file.ts';

/** Like a recursive `mkdir`, but says why it failed: Node reports ENOENT on a read-only disk. @throws Failure */
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
    made.add(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !parentMayLack || dirname(folder) === folder) throw error;
    make(dirname(folder));
    make(folder, false);
  }
}

/** Also between file systems. */
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
 * Writes a file and removes it again: permission to write says nothing about a full disk.
 * @param within a folder in it that the file may lie in @throws Failure
 */
export function tryWriting(folder: string, within = folder): void {
  makeFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
    makeFolder(within);
    const path = temporaryIn(within);
    const file = openSync(path, 'wx');
    try {
      writeFileSync(file, 'x'.repeat(8_192));
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(path);
    }
  } catch (error) {
    throw error instanceof Failure ? error : cannotWrite(`in ${folder}`, error);
  }
}
