import {
  closeSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day, parseDay } from '../../calendar/day.ts';
import { flush, flushFolder, makeFolder } from '../../disk/flush.ts';
import { patientlySync } from '../../disk/patience.ts';
import { createFile, createFolder } from '../../disk/sharing.ts';
import { openUnlinked, readUnlinked } from '../../disk/unlinked.ts';
import { randomName, temporaryIn } from '../../disk/whole-file.ts';
import { Failure, ifPossible, reasonOf, writing } from '../../errors.ts';

/** Requests that are set aside under each name, in the order in which that was written. */
export type Reservations = ReadonlyMap<string, number>;

/**
 * What all processes have set aside on a day, a line each at the end of one file, which the system keeps in
 * one order for all of them. What a killed process has set aside stays.
 *
 *     <folder>/2026-11-25/requests:    2026-11-25
 *                                      +3 1a2b3c4d5e6f
 *                                      -1 1a2b3c4d5e6f
 *
 * The day's folder comes with its file in it: without one, the file was removed.
 */
export class SpendingRecord {
  constructor(private readonly folder: string) {}

  /** The day that counts: a clock that was set back begins no other. @throws Failure */
  day(today: Day): Day {
    const newest = this.#days().at(-1);
    return newest && newest > today ? newest : today;
  }

  /** @throws Failure if it is damaged, removed or unreadable */
  async read(day: Day): Promise<Reservations> {
    const path = this.#fileOf(day);
    if (!this.#days().includes(day)) return new Map();

    for (let tries = 0; ; tries++) {
      const read = reservationsIn(textOf(path), day);
      if (read) return read;
      // another process may be in the middle of a line
      if (tries === mostTries) throw damaged(path, 'is damaged');
      await sleep(10);
    }
  }

  /** Resolves with the name of the line once it is on disk. @throws Failure */
  async add(day: Day, requests: number, name = randomName()): Promise<string> {
    if (!this.#days().includes(day)) await this.#begin(day);
    const path = this.#fileOf(day);
    if (!existsSync(path)) throw damaged(path, 'was removed');

    const file = writing(path, () => patientlySync(() => openUnlinked(path, toAppend)));
    try {
      const sign = requests < 0 ? '-' : '+';
      writing(path, () => writeFileSync(file, `${sign}${Math.abs(requests)} ${name}\n`));
      await flush(file);
    } finally {
      closeSync(file);
    }
    return name;
  }

  async #begin(day: Day): Promise<void> {
    makeFolder(this.folder);
    const begun = temporaryIn(this.folder);
    writing(`in ${this.folder}`, () => {
      createFolder(begun);
      const file = createFile(join(begun, fileName));
      try {
        writeFileSync(file, `${day}\n`, { flush: true });
      } finally {
        closeSync(file);
      }
      // another process may have begun it
      const isBegun = () => this.#days().includes(day);
      try {
        patientlySync(() => isBegun() || renameSync(begun, join(this.folder, day)));
      } catch (error) {
        if (!isBegun()) throw error;
      } finally {
        removeDay(begun);
      }
    });

    await flushFolder(this.folder);
    for (const earlier of this.#days().filter((other) => other < addDays(day, -daysKept)))
      removeDay(join(this.folder, earlier));
  }

  #days(): Day[] {
    try {
      return readdirSync(this.folder)
        .flatMap((name) => parseDay(name) ?? [])
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw unreadable(this.folder, error);
    }
  }

  #fileOf(day: Day): string {
    return join(this.folder, day, fileName);
  }
}

const fileName = 'requests';

const toAppend = constants.O_WRONLY | constants.O_APPEND;

/** No more than it was made of. */
function removeDay(folder: string): void {
  ifPossible(() => rmSync(join(folder, fileName), { force: true }));
  ifPossible(() => rmdirSync(folder));
}

const mostTries = 20;

/** Who began an addition before midnight may end it after. */
const daysKept = 7;

export const untilTomorrow = 'nothing is asked until a new day begins, at 0:00 UTC; stored days cost nothing';

/** @throws Failure */
function textOf(path: string): string {
  try {
    return patientlySync(() => readUnlinked(path)).toString();
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isGone ? damaged(path, 'was removed') : unreadable(path, error);
  }
}

const damaged = (path: string, what: string) =>
  new Failure('damaged', `${path}, which counts the requests of agents, ${what}`, untilTomorrow);

const unreadable = (path: string, error: unknown) =>
  new Failure(
    'cannot_read',
    `${path} cannot be read: ${reasonOf(error)}`,
    'it counts the requests of agents',
  );

/** Undefined for what nobody has written so. */
function reservationsIn(text: string, day: Day): Reservations | undefined {
  const all = new Map<string, number>();
  const [first, ...lines] = text.split('\n');
  if (first !== day || lines.pop() !== '') return undefined;

  for (const line of lines) {
    const [, sign, requests, name = ''] = /^([+-])(\d{1,15}) ([0-9a-f]{12})$/.exec(line) ?? [];
    const before = all.get(name);
    const isKnown = before !== undefined;
    if (sign === undefined || isKnown !== (sign === '-')) return undefined;
    const left = (before ?? 0) + Number(`${sign}${requests}`);
    if (left < 0) return undefined;
    all.set(name, left);
  }
  return all;
}
