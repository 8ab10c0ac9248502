import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporary } from './temporary.ts';

const hour = 3_600_000;

/** Removes the unfinished files that processes have left in the folder when they were killed; `now` in milliseconds since 1970. */
export async function removeStale(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter(isTemporary).map((name) => join(folder, name));
  await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      // what is younger may still be written
      if (found && now - found.mtimeMs > hour) await rm(path, { force: true }).catch(() => {});
    }),
  );
}
