import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { failed, reasonOf } from '../errors.ts';

/** Errors that users cannot mend themselves, unlike permissions. */
const damage: ReadonlySet<string> = new Set(['ELOOP', 'EIO']);

/** More than any answer has. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Undefined if there is no file, empty if it is too large, or no regular file (a pipe would block).
 * @throws Failure
 */
export function textAt(path: string): string | undefined {
  try {
    // throwing would take longer than reading the file
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;

    const file = fileAt(path, found);
    return file && file.size <= mostBytes ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.has(code)) return '';
    throw failed(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Undefined if neither the path nor what it links to is a regular file. */
export function fileAt(path: string, found: Stats): Stats | undefined {
  const file = found.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : found;
  return file?.isFile() ? file : undefined;
}
