import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { forgetAllIn, Remembered } from './remembered.ts';

const day = 86_400_000;

/** Keys whose plan has lately refused time series, stored as hashes only. */
export class Refusals {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(state: string, now: () => number) {
    this.#folder = join(state, 'refusals');
    this.#now = now;
  }

  has(baseUrl: string, appId: string): boolean {
    const made = this.#of(baseUrl, appId).read();
    return made !== undefined && Math.abs(this.#now() - made) < day;
  }

  /** @throws Failure */
  remember(baseUrl: string, appId: string): void {
    this.#of(baseUrl, appId).remember(new Date(this.#now()).toISOString());
  }

  /** For when the plan may have changed. @throws Failure */
  forgetAll(): void {
    forgetAllIn(this.#folder);
  }

  #of(baseUrl: string, appId: string): Remembered<number> {
    const name = createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex');
    return new Remembered(join(this.#folder, name), Date.parse);
  }
}
