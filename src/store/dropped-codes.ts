import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { flushFolder } from '../disk/flush.ts';
import { parseJson } from '../json.ts';
import { Remembered } from './remembered.ts';

/** Codes whose rates were unusable when their day came. */
export class DroppedCodes {
  #areAny: boolean | undefined;

  constructor(private readonly folder: string) {}

  of(day: Day): readonly string[] {
    return (this.#mayHave() && this.#codes(day).read()) || [];
  }

  /** On disk when it resolves. @throws Failure */
  async remember(day: Day, codes: readonly string[]): Promise<void> {
    if (codes.length === 0) {
      if (this.#mayHave()) this.#codes(day).forget();
      return;
    }

    const text = JSON.stringify(codes);
    if (JSON.stringify(this.#codes(day).read()) === text) return;

    await this.#codes(day).remember(text);
    this.#areAny = true;
    await flushFolder(this.folder);
  }

  #mayHave(): boolean {
    this.#areAny ??= existsSync(this.folder);
    return this.#areAny;
  }

  #codes(day: Day): Remembered<readonly string[]> {
    return new Remembered(join(this.folder, day), (text) => textsIn(parseJson(text)));
  }
}

export function textsIn(json: unknown): string[] | undefined {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : undefined;
}
