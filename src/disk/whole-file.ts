import { closeSync, fsync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { cannotWrite } from './failure.ts';
import { temporaryBeside } from './names.ts';

/** A file that appears whole or not at all: it grows beside its place under another name, and moves there when it is complete. */
export class WholeFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  /** Begins a file with exactly these permissions; without them, with those that the umask leaves. */
  static async create(path: string, permissions?: number): Promise<WholeFile> {
    const temporary = temporaryBeside(path);
    try {
      const file = new WholeFile(path, temporary, await open(temporary, 'wx', permissions));
      if (permissions !== undefined) await file.#permit(permissions);
      return file;
    } catch (error) {
      throw cannotWrite(`in ${dirname(path)}`, error);
    }
  }

  /** When it was begun or last written, by the clock that its folder's files are stamped with (milliseconds since 1970). */
  async stamp(): Promise<number> {
    return (await this.#handle.stat()).mtimeMs;
  }

  async write(data: string | Uint8Array): Promise<void> {
    try {
      await this.#handle.writeFile(data);
    } catch (error) {
      throw cannotWrite(this.#path, error);
    }
  }

  /** Puts the file in its place, on disk. */
  async finish(): Promise<void> {
    try {
      await this.#handle.sync();
      await this.#handle.close();
      await rename(this.#temporary, this.#path);
    } catch (error) {
      await this.abandon();
      throw cannotWrite(this.#path, error);
    }
  }

  /** Leaves no trace of a file that is not finished. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#temporary, { force: true }).catch(() => {});
  }

  async #permit(permissions: number): Promise<void> {
    try {
      await this.#handle.chmod(permissions);
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }
}

const flush = promisify(fsync);

/** Writes a small file whole, or leaves what is there as it was. Only the disk is waited for: each other step is over sooner than it could be awaited. */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = temporaryBeside(path);
  const file = begin(temporary);
  try {
    try {
      writeFileSync(file, data);
      await flush(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw cannotWrite(path, error);
  }
}

function begin(temporary: string): number {
  try {
    return openSync(temporary, 'wx');
  } catch (error) {
    throw cannotWrite(`in ${dirname(temporary)}`, error);
  }
}

function remove(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // what was wrong before is what is said
  }
}
