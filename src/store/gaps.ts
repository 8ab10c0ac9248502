import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { Remembered } from './remembered.ts';

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
    const seen = this.#of(day).read();
    return seen !== undefined && day < addDays(seen, -youngDays);
  }

  isKnown(day: Day): boolean {
    return this.#of(day).exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  remember(day: Day, served: number | undefined): void {
    this.#of(day).remember(dayAt(Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY)));
  }

  /** Leads to the day being asked for by itself. @throws Failure */
  doubt(day: Day): void {
    if (!this.isKnown(day)) this.#of(day).remember('in doubt');
  }

  /** @throws Failure */
  forget(day: Day): void {
    this.#of(day).forget();
  }

  #of(day: Day): Remembered<Day> {
    return new Remembered(join(this.#folder, day), parseDay);
  }
}
