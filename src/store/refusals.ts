import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cannotWrite } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';

const day = 86_400_000;

/** Which keys have lately been refused time series by their plan; keys are kept as hashes only. */
export class Refusals {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(state: string, now: () => number) {
    this.#folder = join(state, 'refusals');
    this.#now = now;
  }

  /** Whether it is less than a day since. */
  has(baseUrl: string, appId: string): boolean {
    try {
      const made = Date.parse(readFileSync(this.#path(baseUrl, appId), 'utf8'));
      return Math.abs(this.#now() - made) < day;
    } catch {
      return false;
    }
  }

  /** @throws Failure where it cannot be written */
  remember(baseUrl: string, appId: string): void {
    makeFolder(this.#folder);
    try {
      writeFileSync(this.#path(baseUrl, appId), new Date(this.#now()).toISOString());
    } catch (error) {
      throw cannotWrite(`in ${this.#folder}`, error);
    }
  }

  /** The plan may be another now. */
  forgetAll(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(baseUrl: string, appId: string): string {
    return join(this.#folder, createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex'));
  }
}
