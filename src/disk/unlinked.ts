import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

// neither is there on Windows
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a file of the program's own: a link is none, since whoever may write the folder can lay one, nor is
 * what would block. @throws what the file system says
 */
export function openUnlinked(path: string, flags = constants.O_RDONLY): number {
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK);
  const found = fstatSync(file);
  if (found.isFile() || found.isDirectory()) return file;
  closeSync(file);
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ELOOP' });
}

/** @throws what the file system says; `ELOOP` of a link, or of what is no file */
export function readUnlinked(path: string): Buffer {
  const file = openUnlinked(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Whether it belongs to this user or to root, who may do everything; on Windows, where nothing tells, it
 * does.
 */
export const isTrusted = ({ uid }: Stats) => [0, process.geteuid?.() ?? 0].includes(uid);
