import { join } from 'node:path';
import { forgetAllIn, Remembered } from './remembered.ts';

const usual = 3600;

const folderIn = (state: string) => join(state, 'update-frequency');

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export class UpdateFrequency {
  readonly #told: Remembered<number>;

  constructor(state: string, service: string) {
    this.#told = new Remembered(join(folderIn(state), service, 'seconds'), (text) =>
      /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined,
    );
  }

  /** For when the plan may have changed. @throws Failure */
  static forgetAll(state: string): void {
    forgetAllIn(folderIn(state));
  }

  /** An hour where nothing is known. */
  read(): number {
    return this.#told.read() ?? usual;
  }

  /** @throws Failure */
  async remember(seconds: number): Promise<void> {
    if (seconds !== this.#told.read()) await this.#told.rememberForGood(`${seconds}`);
  }
}
