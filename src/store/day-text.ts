import { lstatSync, readFileSync } from 'node:fs';
import { reasonOf } from '../disk/cannot-write.ts';
import { failed } from '../errors.ts';

/** A folder, a loop of links, a failing disk: what no user sets right, other than what permissions forbid. */
const damage: ReadonlySet<string> = new Set(['EISDIR', 'ELOOP', 'EIO']);

/**
 * The text of a held day; empty where what lies there is no file that can be read, nothing where there is nothing.
 * @throws Failure where it may not be read
 */
export function textAt(path: string): string | undefined {
  try {
    // an error that is thrown takes longer than the file takes to be read
    if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.has(code)) return '';
    throw failed(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
