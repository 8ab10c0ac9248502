import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../disk/flush.ts';
import { patientlySync, unreadable } from '../disk/patience.ts';
import { type Flush, writeWhole } from '../disk/whole-file.ts';
import { ifPossible, writing } from '../errors.ts';

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
      const found = statSync(this.path, { throwIfNoEntry: false });
      // a pipe would block, a device might never end
      if (found && !found.isFile() && !found.isDirectory()) return '';
      return found && patientlySync(() => readFileSync(this.path, 'utf8')).trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
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

/** @throws Failure */
export function forgetAllIn(folder: string): void {
  writing(`in ${folder}`, () => patientlySync(() => rmSync(folder, { recursive: true, force: true })));
}
