import { accessSync, constants, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Day, parseDay } from '../calendar/day.ts';
import { flushFiles, flushFolder, makeFolder, unless, type Worth } from '../disk/flush.ts';
import { patiently, patientlySync } from '../disk/patience.ts';
import { readUnlinked } from '../disk/unlinked.ts';
import {
  type Flush,
  moveFile,
  randomName,
  removeStale,
  tryWriting,
  unfinishedIn,
  writeWhole,
} from '../disk/whole-file.ts';
import { cannotWrite, Failure, ifPossible, reasonOf } from '../errors.ts';
import type { StorePlaces } from './places.ts';
import { fileAt, regularAt } from './text-at.ts';

export interface DamagedFile {
  readonly day: Day;
  /** Where it is now. */
  readonly path: string;
  /** False where it had to stay in its place. */
  readonly isMoved: boolean;
}

interface Writing {
  /** The day has a file, which is to be kept among the replaced ones. */
  readonly isReplaced: boolean;
  readonly flush: Flush;
}

interface DayFilesOptions {
  readonly places: StorePlaces;
  readonly worth: Worth;
  readonly now: () => number;
  readonly onDamaged: (file: DamagedFile) => void;
  /** Whether the file has the whole day. */
  readonly isDay: (file: Buffer, day: Day) => boolean;
}

/** The files of days: damaged ones are set aside, and what is replaced is kept among the replaced ones. */
export class DayFiles {
  /** Days whose damaged file cannot be moved, and so not replaced. */
  readonly #stuck = new Map<Day, Failure>();
  /** Joined once: thousands of days are read in a row. */
  readonly #folder: string;
  #swept: Promise<unknown> | undefined;

  constructor(private readonly options: DayFilesOptions) {
    this.#folder = join(options.places.days, sep);
  }

  /** Empty if there is none; it stays only until the next one is read. @throws Failure */
  file(day: Day): Buffer {
    return fileAt(this.#pathOf(day)) ?? Buffer.alloc(0);
  }

  /** What is looked for in the day's file; the file is damaged if it is not found there. @throws Failure */
  find<T>(day: Day, look: (file: Buffer) => T | undefined): T | undefined {
    const path = this.#pathOf(day);
    const file = fileAt(path);
    const found = file && look(file);
    if (found || !file) this.#stuck.delete(day);
    else if (!this.#stuck.has(day)) this.#moveDamaged(day, path);
    return found;
  }

  /** All days that have a file, which may be damaged; ascending. @throws Failure */
  days(): Day[] {
    return daysIn(this.#names());
  }

  /** Days later than this one that have a file, which may be damaged; ascending. @throws Failure */
  daysAfter(day: Day): Day[] {
    return daysIn(this.#names().filter((name) => name.slice(0, 10) > day));
  }

  /** Not asynchronously: what Node loads for that takes longer than a long list. */
  #names(): readonly string[] {
    const { days } = this.options.places;
    try {
      return readdirSync(days);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new Failure('cannot_read', `${days} cannot be read: ${reasonOf(error)}`);
    }
  }

  sizeOf(day: Day): number | 'unreadable' | undefined {
    const path = this.#pathOf(day);
    try {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found) return undefined;

      accessSync(path, constants.R_OK);
      return regularAt(path, found)?.size ?? 'unreadable';
    } catch {
      return 'unreadable';
    }
  }

  checkWritable(): void {
    for (const [day, { message }] of this.#stuck)
      throw new Failure('cannot_write', `the damaged file of ${day} cannot be set aside: ${message}`);
    const { days } = this.options.places;
    tryWriting(days, unfinishedIn(days));
  }

  /** @throws Failure */
  async write(day: Day, text: string, { isReplaced, flush }: Writing): Promise<void> {
    const path = this.#pathOf(day);
    const stuck = this.#stuck.get(day);
    if (stuck) throw stuck;

    const { days } = this.options.places;
    this.#swept ??= this.#sweep();
    await this.#swept;

    if (isReplaced) await this.#keepReplaced(day, path);
    await writeWhole(path, text, flush, unfinishedIn(days));
    if (flush === 'at once') await flushFolder(days);
  }

  async #keepReplaced(day: Day, path: string): Promise<void> {
    try {
      await this.putAside(day, await patiently(() => readUnlinked(path)));
    } catch (error) {
      // what a link leads to stays where it is
      unless('ELOOP')(error as NodeJS.ErrnoException);
    }
  }

  /** On disk when it resolves, so that what it is a copy of may be replaced. @throws Failure */
  async putAside(day: Day, file: string | Uint8Array): Promise<void> {
    const { replaced } = this.options.places;
    await writeWhole(this.#newPlace(replaced, day), file);
    await flushFolder(replaced);
  }

  flush(days: readonly Day[]): Promise<void> {
    const { places, worth } = this.options;
    const names = days.map((day) => `${day}.json`);
    return flushFiles(places.days, names, worth);
  }

  removeTorn(day: Day): void {
    const path = this.#pathOf(day);
    // what cannot be removed counts as damaged
    ifPossible(() => {
      const file = fileAt(path);
      if (file && !this.options.isDay(file, day)) patientlySync(() => rmSync(path));
    });
  }

  #pathOf(day: Day): string {
    return `${this.#folder}${day}.json`;
  }

  #moveDamaged(day: Day, path: string): void {
    const { places, isDay, onDamaged } = this.options;
    const { damaged } = places;
    try {
      const target = this.#newPlace(damaged, day);
      moveFile(path, target);
      // another process may already have replaced it with a whole file
      if (isDay(fileAt(target) ?? Buffer.alloc(0), day)) moveFile(target, path);
      else onDamaged({ day, path: target, isMoved: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.#stuck.set(day, cannotWrite(`in ${damaged}`, error));
      onDamaged({ day, path, isMoved: false });
    }
  }

  #newPlace(folder: string, day: Day): string {
    makeFolder(folder);
    const time = new Date(this.options.now()).toISOString().replaceAll(':', '');
    return join(folder, `${day}.${time}.${randomName()}.json`);
  }

  #sweep(): Promise<unknown> {
    const { places, now } = this.options;
    const { days, claims, arrived, replaced, dropped, sparse, gaps, spans } = places;
    const folders = [unfinishedIn(days), claims, arrived, replaced, dropped, sparse, gaps, spans];
    return Promise.all(folders.map((folder) => removeStale(folder, now())));
  }
}

const daysIn = (names: readonly string[]): Day[] =>
  names.flatMap((name) => (name.endsWith('.json') && parseDay(name.slice(0, -5))) || []).sort();
