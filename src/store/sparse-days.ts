import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { Remembered } from './remembered.ts';

type Stand = 'due' | 'stands';

/**
 * Days that came with few codes. Each is asked for once more, and what comes then stands.
 * A power cut may take what is remembered of them.
 */
export class SparseDays {
  #areAny: boolean | undefined;

  constructor(private readonly folder: string) {}

  has(day: Day): boolean {
    return this.#read(day) !== undefined;
  }

  /** The day has not been asked for again. */
  isDue(day: Day): boolean {
    return this.#read(day) === 'due';
  }

  /** @throws Failure */
  async remember(day: Day): Promise<void> {
    await this.#of(day).remember('due', 'later');
    this.#areAny = true;
  }

  /** @throws Failure */
  async stand(day: Day): Promise<void> {
    if (this.isDue(day)) await this.#of(day).remember('stands', 'later');
  }

  /** @throws Failure */
  forget(day: Day): void {
    if (this.has(day)) this.#of(day).forget();
  }

  #read(day: Day): Stand | undefined {
    this.#areAny ??= existsSync(this.folder);
    return this.#areAny ? this.#of(day).read() : undefined;
  }

  #of(day: Day): Remembered<Stand> {
    return new Remembered(join(this.folder, day), parseStand);
  }
}

const parseStand = (text: string): Stand => (text === 'due' ? text : 'stands');
