import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';
import { unfinishedIn } from '../disk/names.ts';
import type { Unflushed } from '../disk/unflushed.ts';
import { placeWhole } from '../disk/whole-file.ts';
import { parseJson } from '../rates/json.ts';

/** Codes of held days whose rates were unusable, as the service wrote them. */
export class DroppedCodes {
  readonly #folder: string;
  readonly #unflushed: Unflushed;
  #areAny: boolean | undefined;

  constructor(folder: string, unflushed: Unflushed) {
    this.#folder = folder;
    this.#unflushed = unflushed;
  }

  of(day: Day): readonly string[] {
    this.#areAny ??= existsSync(this.#folder);
    return this.#areAny ? codesAt(this.#pathOf(day)) : [];
  }

  remember(day: Day, codes: readonly string[]): void {
    const path = this.#pathOf(day);
    if (codes.length === 0) this.#forget(path);
    else if (!isSame(codes, codesAt(path))) {
      const unfinished = unfinishedIn(this.#folder);
      makeFolder(unfinished);
      placeWhole(path, `${JSON.stringify(codes)}\n`, unfinished);
      this.#unflushed.addFile(path);
      this.#areAny = true;
    }
  }

  #forget(path: string): void {
    if (!existsSync(path)) return;
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw cannotWrite(`in ${this.#folder}`, error);
    }
  }

  #pathOf(day: Day): string {
    return join(this.#folder, day);
  }
}

function codesAt(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const codes = parseJson(readFileSync(path, 'utf8'));
    return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
  } catch {
    return [];
  }
}

const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);
