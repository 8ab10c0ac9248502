import { chmodSync, chownSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { thisTurn } from './turn.ts';

const groupWrites = 0o020;
const keepsGroup = 0o2000;

/** As of `/tmp`, where nobody may replace what is another user's. */
const sticky = 0o1000;

/** Lets the group that may write the folder above also write what was just made in it, despite the umask. */
export function shareAsAbove(path: string): void {
  try {
    const above = folderAt(dirname(path));
    if (!(above.mode & groupWrites) || above.mode & sticky) return;

    const own = statSync(path);
    // before the group may write: it must be the right one
    if (own.gid !== above.gid) chownSync(path, -1, above.gid);
    const mode = own.mode | (own.isDirectory() ? 0o070 | (above.mode & keepsGroup) : 0o060);
    if (mode !== own.mode) chmodSync(path, mode & 0o7777);
  } catch {}
}

let last: { readonly turn: object; readonly folder: string; readonly found: Stats } | undefined;

/** Many files come into the same folder at once: one look at it does for all. */
function folderAt(folder: string): Stats {
  const turn = thisTurn();
  if (last?.turn !== turn || last.folder !== folder) last = { turn, folder, found: statSync(folder) };
  return last.found;
}
