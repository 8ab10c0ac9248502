import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt } from '../calendar/day.ts';

const youngDays = 7;

/** The gaps that the service is known to have. A young one may still be filled, so only those older than a week count. */
export class Gaps {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Whether the day need not be asked for. */
  has(day: Day): boolean {
    return day < addDays(dayAt(this.#now()), -youngDays) && this.isKnown(day);
  }

  isKnown(day: Day): boolean {
    return existsSync(join(this.#folder, day));
  }

  remember(day: Day): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, day), '');
  }

  forget(day: Day): void {
    if (this.isKnown(day)) rmSync(join(this.#folder, day));
  }
}
