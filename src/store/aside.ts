import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
import { flushFolder } from '../disk/flush.ts';
import { makeFolder } from '../disk/folder.ts';
import { randomName } from '../disk/names.ts';
import { writeWhole } from '../disk/whole-file.ts';
import { Failure } from '../errors.ts';

/** A new path in the folder for a file of the day, never used before. @throws Failure */
export function placeAside(folder: string, day: Day, now: number): string {
  makeFolder(folder);
  const time = new Date(now).toISOString().replaceAll(':', '');
  return join(folder, `${day}.${time}.${randomName()}.json`);
}

/** On disk when it resolves, so that what it is a copy of may be replaced. */
export async function putAside(
  folder: string,
  day: Day,
  now: number,
  file: string | Uint8Array,
): Promise<void> {
  try {
    await writeWhole(placeAside(folder, day, now), file);
    await flushFolder(folder);
  } catch (error) {
    throw error instanceof Failure ? error : cannotWrite(`in ${folder}`, error);
  }
}
