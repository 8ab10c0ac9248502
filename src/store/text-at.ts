import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { patientlySync, unreadable } from '../disk/patience.ts';

/** Errors that users cannot mend themselves, unlike permissions. */
const damage: ReadonlySet<string> = new Set(['ELOOP', 'EIO']);

/** More than any answer has. */
const mostBytes = 32 * 1024 * 1024;

/** @throws Failure */
export const textAt = (path: string): string | undefined => fileAt(path)?.toString();

/**
 * Its bytes, which stay only until the next file is read. Undefined if there is no file, empty if it is too
 * large, or no regular file (a pipe would block). @throws Failure
 */
export function fileAt(path: string): Buffer | undefined {
  const small = wasThere ? smallFileAt(path) : nothing;
  wasThere = true;
  if (small.length > 0) return small;

  try {
    // throwing would take longer than reading the file
    const found = lstatSync(path, { throwIfNoEntry: false });
    wasThere = found !== undefined;
    if (!found) return undefined;

    const file = regularAt(path, found);
    return file && file.size <= mostBytes ? patientlySync(() => readFileSync(path)) : nothing;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (damage.has(code)) return nothing;
    throw unreadable(`${path} cannot be read`, error);
  }
}

/** The last path was that of a file, so that the next one is likely to be, too. */
let wasThere = true;

/** The file of a day with 170 currencies has 4,000. */
const room = 65_536;

let buffer: Buffer | undefined;

const nothing = Buffer.alloc(0);

/**
 * To look at a file before it is read takes half as long as reading it. Empty where nothing was found, where
 * nothing is in it, or too much; nothing that would block is waited for: all that takes a closer look.
 */
function smallFileAt(path: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    buffer ??= Buffer.allocUnsafeSlow(room);
    let length = 0;
    for (let more = -1; more !== 0 && length < room; length += more)
      more = readSync(file, buffer, length, room - length, null);
    return length < room ? buffer.subarray(0, length) : nothing;
  } catch {
    return nothing;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Undefined if neither the path nor what it links to is a regular file. */
export function regularAt(path: string, found: Stats): Stats | undefined {
  const file = found.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : found;
  return file?.isFile() ? file : undefined;
}
