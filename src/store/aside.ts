import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
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

export async function putAside(
  folder: string,
  day: Day,
  now: number,
  file: string | Uint8Array,
): Promise<void> {
  try {
    await writeWhole(placeAside(folder, day, now), file);
  } catch (error) {
    throw error instanceof Failure ? error : cannotWrite(`in ${folder}`, error);
  }
}
