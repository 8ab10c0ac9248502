import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';

const youngDays = 7;

/** Known gaps of the service, each with the day on which it was last seen; and days in doubt. */
export class Gaps {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** A recent gap may still be filled, so it counts only if seen a week later. */
  has(day: Day): boolean {
    const found = this.#foundOn(day);
    return found !== undefined && day < addDays(found, -youngDays);
  }

  isKnown(day: Day): boolean {
    return existsSync(this.#pathOf(day));
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  remember(day: Day, served: number | undefined): void {
    this.#put(day, dayAt(Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY)));
  }

  /** Leads to the day being asked for by itself. @throws Failure */
  doubt(day: Day): void {
    if (!this.isKnown(day)) this.#put(day, 'in doubt');
  }

  forget(day: Day): void {
    if (this.isKnown(day)) this.#write(() => rmSync(this.#pathOf(day), { force: true }));
  }

  #foundOn(day: Day): Day | undefined {
    if (!this.isKnown(day)) return undefined;
    try {
      return parseDay(readFileSync(this.#pathOf(day), 'utf8').trim());
    } catch {
      return undefined;
    }
  }

  #put(day: Day, text: string): void {
    makeFolder(this.#folder);
    this.#write(() => writeFileSync(this.#pathOf(day), `${text}\n`));
  }

  #pathOf(day: Day): string {
    return join(this.#folder, day);
  }

  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw cannotWrite(`in ${this.#folder}`, error);
    }
  }
}
