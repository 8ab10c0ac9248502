import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ifPossible, writing } from '../errors.ts';
import {
  type Flush,
  makeFolder,
  patientlySync,
  readUnlinked,
  unless,
  unreadable,
  writeWhole,
} from '../files.ts';

/** A small value in a file of its own, which outlives the process. */
export class Remembered<T> {
  constructor(
    readonly path: string,
    private readonly parse: (text: string) => T | undefined,
  ) {}

  exists(): boolean {
    return existsSync(this.path);
  }

  /** @throws Failure if it cannot be read */
  text(): string | undefined {
    try {
      // unlike `exists`, this tells what is not there from what may not be seen
      const found = lstatSync(this.path, { throwIfNoEntry: false });
      return (
        found &&
        patientlySync(() => readUnlinked(this.path))
          .toString()
          .trim()
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      // a link, or a pipe, which would block
      if (code === 'ELOOP') return '';
      throw unreadable(`${this.path} cannot be read`, error);
    }
  }

  /** Undefined for a damaged or unreadable file, too. */
  read(): T | undefined {
    const text = ifPossible(() => this.text());
    return text === undefined ? undefined : this.parse(text);
  }

  /** The name of the file is not flushed. @throws Failure */
  async remember(text: string, flush?: Flush): Promise<void> {
    makeFolder(dirname(this.path));
    await writeWhole(this.path, `${text}\n`, flush);
  }

  /** @throws Failure */
  forget(): void {
    if (!this.exists()) return;
    const remove = () => patientlySync(() => rmSync(this.path, { force: true }));
    writing(`in ${dirname(this.path)}`, remove);
  }
}

/**
 * Removes files of that name from the folder and those in it, which go where nothing else is left. @throws
 * Failure
 */
export function forgetAllIn(folder: string, name: RegExp): void {
  writing(`in ${folder}`, () => patientlySync(() => removeFilesIn(folder, name)));
}

function removeFilesIn(folder: string, name: RegExp): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;

  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeFilesIn(path, name);
    else if (name.test(entry.name)) rmSync(path, { force: true });
  }
  try {
    rmdirSync(folder);
  } catch (error) {
    unless('ENOTEMPTY', 'ENOENT')(error as NodeJS.ErrnoException);
  }
}
