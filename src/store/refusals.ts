import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cannotWrite } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';

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
    try {
      const made = Date.parse(readFileSync(this.#path(baseUrl, appId), 'utf8'));
      return Math.abs(this.#now() - made) < day;
    } catch {
      return false;
    }
  }

  remember(baseUrl: string, appId: string): void {
    makeFolder(this.#folder);
    try {
      writeFileSync(this.#path(baseUrl, appId), new Date(this.#now()).toISOString());
    } catch (error) {
      throw cannotWrite(`in ${this.#folder}`, error);
    }
  }

  /** For when the plan may have changed. */
  forgetAll(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch (error) {
      throw cannotWrite(`in ${this.#folder}`, error);
    }
  }

  #path(baseUrl: string, appId: string): string {
    return join(this.#folder, createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex'));
  }
}
