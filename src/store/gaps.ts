import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';

const youngDays = 7;

/** The gaps that the service is known to have, each with the day on which it was last found to be one; and days that may be gaps. */
export class Gaps {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Whether the day need not be asked for. A young gap may still be filled, so only what was found later than that counts. */
  has(day: Day): boolean {
    const found = this.#foundOn(day);
    return found !== undefined && day < addDays(found, -youngDays);
  }

  /** Whether the day is a gap, or may be one. */
  isKnown(day: Day): boolean {
    return existsSync(this.#pathOf(day));
  }

  /**
   * @param served the service's clock, where it is known: a day that is still to come there is no gap for ever
   * @throws Failure where it cannot be written
   */
  remember(day: Day, served: number | undefined): void {
    this.#put(day, dayAt(Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY)));
  }

  /**
   * Remembers that the day may be a gap, where no more is known: it will be asked for again.
   * @throws Failure where it cannot be written
   */
  doubt(day: Day): void {
    if (!this.isKnown(day)) this.#put(day, 'in doubt');
  }

  /** @throws Failure where it cannot be written */
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
