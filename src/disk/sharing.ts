import { fchmodSync, fchownSync, fstatSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ifPossible } from '../errors.ts';

const groupWrites = 0o020;
const keepsGroup = 0o2000;

/** As of `/tmp`, where nobody may replace what is another user's. */
const sticky = 0o1000;

/**
 * Creates a file that the group which may write its folder may also write, despite the umask. Changed is the
 * descriptor, never the path: another member of the group can put a link there at any time.
 */
export function createFile(path: string): number {
  const file = openSync(path, 'wx');
  ifPossible(() => share(file, sharedFolder(dirname(path))));
  return file;
}

/**
 * The same for a folder, which gets its mode and group as it is made: no later change could be told apart.
 */
export function createFolder(path: string): void {
  const above = sharedFolder(dirname(path));
  const umask = above && givesItsGroup(above) ? process.umask() : undefined;
  if (umask !== undefined) process.umask(umask & ~0o070);
  try {
    mkdirSync(path);
  } finally {
    if (umask !== undefined) process.umask(umask);
  }
}

/** Undefined unless members of its group may write it; on Windows, too, which has no such modes. */
function sharedFolder(folder: string): Stats | undefined {
  if (process.getegid === undefined) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.mode & groupWrites && !(found.mode & sticky) ? found : undefined;
}

/** To folders that are made in it. */
const givesItsGroup = ({ mode, gid }: Stats) =>
  process.platform === 'darwin' || Boolean(mode & keepsGroup) || gid === process.getegid?.();

function share(file: number, above: Stats | undefined): void {
  if (!above) return;
  const own = fstatSync(file);
  // before the group may write: it must be the right one
  if (own.gid !== above.gid) fchownSync(file, own.uid, above.gid);
  fchmodSync(file, (own.mode & 0o777) | 0o060);
}
