import { basename, dirname, join } from 'node:path';
import { cannotWrite } from './failure.ts';
import { flushFile, flushFolder } from './flush.ts';

/** A month of days; flushing the whole file system for less takes longer. */
const few = 50;

/** libuv has no more threads than this. */
const together = 4;

/** Files in their places whose content, or whose name, may not be on disk yet. */
export class Unflushed {
  #folders = new Map<string, Set<string>>();
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  addFile(path: string): void {
    this.addFolder(dirname(path)).add(basename(path));
  }

  /** For files whose content is on disk already. */
  addFolder(folder: string): Set<string> {
    const names = this.#folders.get(folder) ?? new Set();
    this.#folders.set(folder, names);
    return names;
  }

  /** Resolves once all that was added before is on disk; never again after an error, since a disk reports it only once. @throws Failure */
  flush(): Promise<void> {
    // who comes while a flush is under way shares the next one
    this.#next ??= this.#current.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    const folders = this.#folders;
    this.#folders = new Map();
    this.#next = undefined;
    this.#current = flushFolders(folders);
    return this.#current;
  }
}

async function flushFolders(folders: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  await Promise.all(Array.from(folders, ([folder, names]) => flushAllIn(folder, names)));
}

async function flushAllIn(folder: string, names: ReadonlySet<string>): Promise<void> {
  if (names.size > few && (await isFileSystemFlushed(folder))) return;
  try {
    await flushFiles(folder, names);
    await flushFolder(folder);
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

async function isFileSystemFlushed(folder: string): Promise<boolean> {
  const { flushFileSystem } = await import('./flush-file-system.ts');
  return flushFileSystem(folder);
}

async function flushFiles(folder: string, names: ReadonlySet<string>): Promise<void> {
  // one iterator for all: each takes the next name
  const rest = names.values();
  const flushRest = async () => {
    for (const name of rest) await flushFile(join(folder, name));
  };
  await Promise.all(Array.from({ length: together }, flushRest));
}
