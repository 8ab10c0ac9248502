import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../disk/folder.ts';
import { writeWhole } from '../disk/whole-file.ts';

const usual = 3600;

const folderIn = (state: string) => join(state, 'update-frequency');

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export class UpdateFrequency {
  readonly #path: string;

  constructor(state: string, service: string) {
    this.#path = join(folderIn(state), service, 'seconds');
  }

  /** For when the plan may have changed. */
  static forgetAll(state: string): void {
    rmSync(folderIn(state), { recursive: true, force: true });
  }

  /** An hour where nothing is known. */
  read(): number {
    return this.#told() ?? usual;
  }

  /** @throws Failure */
  async remember(seconds: number): Promise<void> {
    if (seconds === this.#told()) return;
    makeFolder(dirname(this.#path));
    await writeWhole(this.#path, `${seconds}\n`);
  }

  #told(): number | undefined {
    try {
      const text = readFileSync(this.#path, 'utf8').trim();
      return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
    } catch {
      return undefined;
    }
  }
}
