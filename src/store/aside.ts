import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { randomName } from '../disk/random-name.ts';

/**
 * A place in the folder, which it makes, for a file of the day that is set aside; no other is ever there.
 * @throws Failure where the folder cannot be made
 */
export function placeAside(folder: string, day: Day, now: number): string {
  makeFolder(folder);
  const time = new Date(now).toISOString().replaceAll(':', '');
  return join(folder, `${day}.${time}.${randomName()}.json`);
}
