import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { cannotWrite, reasonOf } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';
import { writeWhole, writeWholeUnflushed } from '../disk/whole-file.ts';
import { failed } from '../errors.ts';

/** A small value that outlives the run, as a line in a file of its own. */
export class Remembered<T> {
  readonly path: string;
  readonly #parse: (text: string) => T | undefined;

  constructor(path: string, parse: (text: string) => T | undefined) {
    this.path = path;
    this.#parse = parse;
  }

  exists(): boolean {
    return existsSync(this.path);
  }

  /** Undefined if there is none. @throws Failure if it cannot be read */
  text(): string | undefined {
    try {
      return this.exists() ? readFileSync(this.path, 'utf8').trim() : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failed(`${this.path} cannot be read: ${reasonOf(error)}`);
    }
  }

  /** Undefined for a damaged or unreadable file, too. */
  read(): T | undefined {
    try {
      const text = this.text();
      return text === undefined ? undefined : this.#parse(text);
    } catch {
      return undefined;
    }
  }

  /** Until the system writes it to disk by itself, a power cut may take it, or its text. @throws Failure */
  remember(text: string): void {
    makeFolder(dirname(this.path));
    writeWholeUnflushed(this.path, `${text}\n`);
  }

  /** On disk when it resolves, but for its name. @throws Failure */
  async rememberForGood(text: string): Promise<void> {
    makeFolder(dirname(this.path));
    await writeWhole(this.path, `${text}\n`);
  }

  /** @throws Failure */
  forget(): void {
    if (this.exists()) writing(dirname(this.path), () => rmSync(this.path, { force: true }));
  }
}

/** @throws Failure */
export function forgetAllIn(folder: string): void {
  writing(folder, () => rmSync(folder, { recursive: true, force: true }));
}

function writing(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}
