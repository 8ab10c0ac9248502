import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from './errors.ts';

/** A file of the package; the program is one folder deep, built or not. @throws Failure if it is missing */
export function shipped(path: string): string {
  const file = join(import.meta.dirname, '..', path);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('cannot_read', `cannot read ${file}: ${reasonOf(error)}`, 'install ratebook again');
  }
}
