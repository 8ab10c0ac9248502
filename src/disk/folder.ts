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
import { cannotWrite } from '../errors.ts';
import { madeFolder } from './flush.ts';
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
    madeFolder(folder);
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

/** @throws Failure if nothing may be written there */
export function checkAccess(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

/**
 * Writes a file and removes it again: permission to write says nothing about a full disk.
 * @param named the folder as users know it @throws Failure
 */
export function tryWriting(folder: string, named = folder): void {
  makeFolder(folder);
  const path = temporaryIn(folder);
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
    throw cannotWrite(`in ${named}`, error);
  }
}

const block = 8_192;
