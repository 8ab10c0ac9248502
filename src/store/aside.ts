import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';

/** A place in the folder, which it makes, for a file of the day that is set aside; no other is ever there. */
export function placeAside(folder: string, day: Day, now: number): string {
  mkdirSync(folder, { recursive: true });
  const time = new Date(now).toISOString().replaceAll(':', '');
  return join(folder, `${day}.${time}.${randomBytes(3).toString('hex')}.json`);
}
