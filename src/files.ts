import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  promises,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, ifPossible, reasonOf, writing, written } from './errors.ts';
import { isOver, markPattern, processMark } from './process-mark.ts';

type SystemError = NodeJS.ErrnoException;

// Refusals of Windows that pass

/** Codes while another program has a file open, or its name is still being deleted. */
const refusals: readonly unknown[] = ['EACCES', 'EBUSY', 'EPERM'];

/** Milliseconds. */
const longest = 2_000;
const pause = 50;

export const mayPass = (error: unknown) =>
  process.platform === 'win32' && refusals.includes((error as SystemError).code);

/** Retries what Windows refuses for a moment, such as while a virus scanner reads a new file. */
export class Patience {
  #since: number | undefined;

  /** For two seconds since the first refusal in a row. */
  allows(error: unknown): boolean {
    if (!mayPass(error)) return false;
    this.#since ??= performance.now();
    return performance.now() - this.#since < longest;
  }

  /** To be called where something was not refused. */
  renew(): void {
    this.#since = undefined;
  }
}

/** Retries an action that Windows refuses for a moment. */
export async function patiently<T>(act: () => T | Promise<T>): Promise<T> {
  const patience = new Patience();
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!patience.allows(error)) throw error;
    }
    await sleep(pause);
  }
}

/** The same, blocking the process. */
export function patientlySync<T>(act: () => T): T {
  const patience = new Patience();
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!patience.allows(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

const closing = 'close the file in the program that has it open';

/** For a file in whose folder other files can be written. */
export function cannotReplace(path: string, error: unknown): Failure {
  const failure = cannotWrite(path, error);
  return mayPass(error) ? failure.hinting(closing) : failure;
}

/** @param what `cannot read x.csv` */
export function unreadable(what: string, error: unknown): Failure {
  const failure = new Failure('cannot_read', `${what}: ${reasonOf(error)}`);
  return (error as SystemError).code === 'EBUSY' && mayPass(error) ? failure.hinting(closing) : failure;
}

/** Lets these errors of the system pass. */
export const unless =
  (...codes: readonly string[]) =>
  (error: SystemError): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

// Files and folders in a shared folder

// neither is there on Windows
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Opens a file that the program wrote. A link is refused, since every user with write access to the folder
 * can put one there, and so is a file that would block. @throws the system's error
 */
export function openUnlinked(path: string, flags = constants.O_RDONLY): number {
  const file = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK);
  const found = fstatSync(file);
  if (found.isFile() || found.isDirectory()) return file;
  closeSync(file);
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ELOOP' });
}

/** @throws the system's error; `ELOOP` of a link, or of a path that is not a file */
export function readUnlinked(path: string): Buffer {
  const file = openUnlinked(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whether it belongs to this user or to root; always on Windows, which has no such owners. */
export const isTrusted = ({ uid }: Stats) => [0, process.geteuid?.() ?? 0].includes(uid);

/**
 * A folder that members of its group can write; undefined for another folder, for one such as `/tmp`, where
 * nobody can replace files of others, and on Windows, which has no such modes.
 */
function sharedFolder(folder: string) {
  if (process.getegid === undefined) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  // the sticky bit
  return found && found.mode & constants.S_IWGRP && !(found.mode & 0o1000) ? found : undefined;
}

/**
 * Creates a file that the group of a shared folder can also write, despite the umask. The mode is set by
 * descriptor, never by path: another member of the group can put a link there at any time.
 */
export function createFile(path: string): number {
  const file = openSync(path, 'wx');
  ifPossible(() => {
    const above = sharedFolder(dirname(path));
    if (!above) return;
    const found = fstatSync(file);
    // the group first, then its permission
    if (found.gid !== above.gid) fchownSync(file, found.uid, above.gid);
    fchmodSync(file, (found.mode & 0o777) | 0o060);
  });
  return file;
}

/**
 * The same for a folder, which gets its mode and group as it is made: no later change could be told apart.
 */
function createFolder(path: string) {
  const above = sharedFolder(dirname(path));
  // the folder gives its group to those in it
  const inherits =
    above && (process.platform === 'darwin' || above.mode & 0o2000 || above.gid === process.getegid?.());
  const umask = process.umask();
  if (inherits) process.umask(umask & ~0o070);
  try {
    mkdirSync(path);
  } finally {
    process.umask(umask);
  }
}

/**
 * Like a recursive `mkdir`, but says why it failed: Node says ENOENT on a read-only disk. A power cut cannot
 * take the folder with all that is written into it. @throws Failure
 */
export function makeFolder(folder: string): void {
  writing(`in ${folder}`, () => make(folder));
}

function make(folder: string) {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) make(parent);
  try {
    createFolder(folder);
  } catch (error) {
    // also made by another process meanwhile
    unless('EEXIST')(error as SystemError);
  }
  // its name, where that is possible
  ifPossible(() => {
    const file = openSync(parent, 'r');
    ifPossible(() => fsyncSync(file));
    closeSync(file);
  });
}

// Flushes

export const flush = (file: number): Promise<void> =>
  new Promise((resolve, reject) => fsync(file, (error) => (error ? reject(error) : resolve())));

/** A month of days; flushing the whole file system for less takes longer. */
const few = 50;

/** libuv has no more threads than this. */
const together = 4;

/**
 * Resolves once the files and their names are on disk. Missing files are ignored.
 * @param areFree can be fetched again: of many only the names are flushed @throws Failure
 */
export async function flushFiles(folder: string, names: readonly string[], areFree: boolean): Promise<void> {
  if (names.length === 0) return;
  const areMany = names.length > few;
  if (areMany && !areFree && (await isFileSystemFlushed(folder))) return;

  // macOS has each flush empty the memory of the disk, which takes as long as a request
  const takesLong = areMany || process.platform === 'darwin';
  if (!areFree || !takesLong) {
    // one iterator for all: each takes the next name
    const rest = names.values();
    const flushRest = async () => {
      for (const name of rest) await flushFile(join(folder, name));
    };
    await written(`in ${folder}`, Promise.all(Array.from({ length: together }, flushRest)));
  }
  await flushFolder(folder);
}

/** Flushes the names in a folder, not the content of its files. @throws Failure */
export async function flushFolder(folder: string): Promise<void> {
  await written(`in ${folder}`, flushAt(folder, 'r').catch(unless('ENOENT', ...unsupported)));
}

/** Types of Linux file systems that are flushed as a whole: ext2 to 4, xfs, btrfs, f2fs, overlay, tmpfs. */
const flushedAsOne = [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x794c7630, 0x01021994];

/** By the system's `sync`, many times as fast as each file by itself. False if it is not there or fails. */
async function isFileSystemFlushed(folder: string): Promise<boolean> {
  const { type } = await promises.statfs(folder).catch(() => ({ type: 0 }));
  if (!flushedAsOne.includes(type)) return false;
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => execFile('sync', ['-f', folder], (error) => resolve(!error)));
}

async function flushFile(path: string) {
  // Windows flushes only files that are open for writing
  const flushed = flushAt(path, 'r+').catch((error) => {
    unless(...unsupported)(error);
    return flushAt(path, 'r');
  });
  await flushed.catch(unless('ENOENT'));
}

async function flushAt(path: string, flags: string) {
  const file = await patiently(() => openSync(path, flags));
  try {
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/** Codes of systems that cannot flush a folder, or do not open it for that. */
const unsupported = ['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM', 'EROFS'];

// Files that appear whole

/** A file that appears at its path when it is closed, and not at all if it is abandoned. */
interface WholeFile {
  /** @throws Failure */
  write(data: string | Uint8Array): Promise<void>;
  /** @throws Failure */
  close(): Promise<void>;
  abandon(): Promise<void>;
}

/** Written beside its path under another name, then renamed; until then only its owner may read it. */
export async function createWhole(path: string, permissions = 0o666 & ~process.umask()): Promise<WholeFile> {
  const folder = dirname(path);
  const temporary = temporaryIn(folder);
  const opened = patiently(() => promises.open(temporary, 'wx', 0o600));
  const handle = await written(`in ${folder}`, opened);

  async function abandon() {
    await handle.close().catch(() => {});
    await patiently(() => promises.rm(temporary, { force: true })).catch(() => {});
  }

  return {
    abandon,
    write: (data) => written(path, handle.writeFile(data)),
    async close() {
      try {
        await handle.sync();
        // some file systems have no modes
        await handle.chmod(permissions).catch(() => {});
        await handle.close();
        await patiently(() => promises.rename(temporary, path));
      } catch (error) {
        await abandon();
        throw cannotReplace(path, error);
      }
    },
  };
}

/** `later`: until the system flushes it by itself, a power cut may take the file's content, or the file. */
export type Flush = 'at once' | 'later';

/**
 * For small files: only the flush is worth awaiting.
 * @param folder where the file is until it is whole, which is made if it is missing
 */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  when: Flush = 'at once',
  folder = dirname(path),
): Promise<void> {
  const temporary = temporaryIn(folder);
  const create = () => patiently(() => createFile(temporary));
  const created = create().catch((error) => {
    // looking for the folder first would take longer
    unless('ENOENT')(error);
    makeFolder(folder);
    return create();
  });
  const file = await written(`in ${folder}`, created);

  try {
    try {
      writeFileSync(file, data);
      if (when === 'at once') await flush(file);
    } finally {
      closeSync(file);
    }
    await patiently(() => renameSync(temporary, path));
  } catch (error) {
    await patiently(() => rmSync(temporary, { force: true })).catch(() => {});
    throw cannotReplace(path, error);
  }
}

/** Within a file system. */
export const moveFile = (from: string, to: string) => patientlySync(() => renameSync(from, to));

/**
 * Writes a file, since permissions say nothing about a full disk. @param within a folder in it to try in
 * @throws Failure
 */
export function tryWriting(folder: string, within = folder): void {
  makeFolder(folder);
  writing(`in ${folder}`, () => {
    accessSync(folder, constants.W_OK);
    makeFolder(within);
    const path = temporaryIn(within);
    try {
      patientlySync(() => writeFileSync(path, 'x'.repeat(8_192), { flag: 'wx', flush: true }));
    } finally {
      patientlySync(() => rmSync(path, { force: true }));
    }
  });
}

/** Without the name of the final file, which can already have the maximum length. */
export const temporaryIn = (folder: string): string =>
  `${folder}${sep}.ratebook-${randomName()}.${processMark()}.tmp`;

/** For temporary files of a large folder: those of killed runs are then found without listing the rest. */
export const unfinishedIn = (folder: string): string => join(folder, '.unfinished');

const temporaryName = new RegExp(`^\\.ratebook-[0-9a-f]{12}\\.${markPattern.source}\\.tmp$`);

/** 12 hex digits. They need not be secret, and loading `crypto` takes longer than writing the file. */
export const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');

/** Milliseconds after which an unfinished file goes if its process may be on another machine. */
const longestUnfinished = 24 * 3_600_000;

/** Removes unfinished files of killed processes. */
export async function removeStale(folder: string): Promise<void> {
  const names = await promises.readdir(folder).catch(() => []);
  const temporary = names.filter((name) => temporaryName.test(name));
  await Promise.allSettled(
    temporary.map(async (name) => {
      const path = join(folder, name);
      const { mtimeMs } = await promises.lstat(path);
      const isOld = Date.now() - mtimeMs > longestUnfinished;
      if (isOver(name.slice(name.indexOf('.', 1)), isOld)) await promises.rm(path, { force: true });
    }),
  );
}
