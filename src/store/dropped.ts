import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { flushFolder } from '../disk/flush.ts';
import { parseJson } from '../rates/json.ts';
import { Remembered } from './remembered.ts';

/** Codes of held days whose rates were unusable, as the service wrote them. */
export class DroppedCodes {
  readonly #folder: string;
  #areAny: boolean | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  of(day: Day): readonly string[] {
    this.#areAny ??= existsSync(this.#folder);
    return (this.#areAny && this.#codes(day).read()) || [];
  }

  /** On disk when it resolves. @throws Failure */
  async remember(day: Day, codes: readonly string[]): Promise<void> {
    if (codes.length === 0) return this.#codes(day).forget();
    const text = JSON.stringify(codes);
    if (JSON.stringify(this.#codes(day).read()) === text) return;
    await this.#codes(day).rememberForGood(text);
    this.#areAny = true;
    await flushFolder(this.#folder);
  }

  #codes(day: Day): Remembered<readonly string[]> {
    return new Remembered(join(this.#folder, day), textsIn);
  }
}

function textsIn(json: string): string[] | undefined {
  const codes = parseJson(json);
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : undefined;
}
