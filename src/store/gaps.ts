import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { Remembered } from './remembered.ts';

/** Known gaps, with the day on which each was last seen, and days in doubt. A power cut may take both. */
export class Gaps {
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** A recent gap may still be filled, so it counts only if seen a week later. */
  has(day: Day): boolean {
    const seen = this.#of(day).read();
    return seen !== undefined && day < addDays(seen, -7);
  }

  /** Also a day in doubt: a series may lack it, or be refused for it. No day is a gap before it is over. */
  isKnown(day: Day): boolean {
    const file = this.#of(day);
    const seen = file.read();
    return seen ? day < seen : file.exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  async remember(day: Day, served = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#of(day).remember(dayAt(Math.min(this.now(), served)), 'later');
  }

  /** From now on the day is asked for by itself. @throws Failure */
  async doubt(day: Day): Promise<void> {
    if (!this.isKnown(day)) await this.#of(day).remember('in doubt', 'later');
  }

  /** @throws Failure */
  forget(day: Day): void {
    this.#of(day).forget();
  }

  #of(day: Day): Remembered<Day> {
    return new Remembered(join(this.folder, day), parseDay);
  }
}
