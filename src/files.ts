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
  lstatSync,
  mkdirSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cannotWrite, Failure, ifPossible, reasonOf, written } from './errors.ts';

type SystemError = NodeJS.ErrnoException;

// Refusals of Windows that pass

/** Codes while another program has a file open, or its name is still being deleted. */
const refusals: readonly unknown[] = ['EACCES', 'EBUSY', 'EPERM'];

/** Milliseconds. */
const longest = 2_000;
const pause = 50;

export const mayPass = (error: unknown) =>
  process.platform === 'win32' && refusals.includes((error as SystemError).code);

/** The first refusal in a row, by the clock of the process; undefined where the last try was not refused. */
export interface Patience {
  since?: number | undefined;
}

/** Whether Windows refuses something for a moment, such as while a virus scanner reads a new file. */
export function mayRetry(error: unknown, patience: Patience): boolean {
  if (!mayPass(error)) return false;
  patience.since ??= performance.now();
  return performance.now() - patience.since < longest;
}

/** Retries an action that Windows refuses for a moment. */
export async function patiently<T>(act: () => T | Promise<T>): Promise<T> {
  const patience = {};
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!mayRetry(error, patience)) throw error;
    }
    await sleep(pause);
  }
}

/** The same, blocking the process. */
export function patientlySync<T>(act: () => T): T {
  const patience = {};
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!mayRetry(error, patience)) throw error;
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
 * Reads a file that the program wrote. A link is refused, since every user with write access to the folder
 * can put one there, and so is a file that would block.
 * @throws the system's error; `ELOOP` of a link, or of a path that is not a file
 */
export function readUnlinked(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    // of a folder, reading it fails
    if (found.isFile() || found.isDirectory()) return readFileSync(file);
    throw Object.assign(new Error(`${path} is not a regular file`), { code: 'ELOOP' });
  } finally {
    closeSync(file);
  }
}

/** Whether it belongs to this user or to root; always on Windows, which has no such owners. */
export const isTrusted = ({ uid }: Stats) => [0, process.geteuid?.() ?? 0].includes(uid);

/**
 * A folder that members of its group can write; null for another folder, for one such as `/tmp`, where nobody
 * can replace files of others, and on Windows, which has no such modes.
 */
function sharedFolder(folder: string): Stats | null {
  if (process.getegid === undefined) return null;
  const found = statSync(folder, { throwIfNoEntry: false });
  // the sticky bit
  return found && found.mode & constants.S_IWGRP && !(found.mode & 0o1000) ? found : null;
}

/**
 * Creates a file that the group of a shared folder can also write, despite the umask. The mode is set by
 * descriptor, never by path: another member of the group can put a link there at any time.
 */
export function createFile(path: string, above = sharedFolder(dirname(path))): number {
  const file = openSync(path, 'wx');
  try {
    if (!above) return file;
    const found = fstatSync(file);
    // the group first, then its permission
    if (found.gid !== above.gid) fchownSync(file, found.uid, above.gid);
    fchmodSync(file, (found.mode & 0o777) | 0o060);
  } catch {
    // some file systems have no modes
  }
  return file;
}

/**
 * Like a recursive `mkdir`, but says why it failed: Node says ENOENT on a read-only disk. A power cut cannot
 * take the folder with all that is written into it. @throws Failure
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && missing[0] !== at; at = dirname(at)) missing.unshift(at);
  try {
    for (const each of missing) createFolder(each);
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

/**
 * Like `createFile`, but the folder gets its mode and group as it is made: no later change could be told
 * apart.
 */
function createFolder(path: string) {
  const parent = dirname(path);
  const above = sharedFolder(parent);
  // the folder gives its group to those in it
  const inherits =
    above && (process.platform === 'darwin' || above.mode & 0o2000 || above.gid === process.getegid?.());
  const umask = process.umask();
  try {
    if (inherits) process.umask(umask & ~0o070);
    mkdirSync(path);
  } catch (error) {
    // also made by another process meanwhile
    if ((error as SystemError).code !== 'EEXIST') throw error;
  } finally {
    process.umask(umask);
  }
  try {
    const file = openSync(parent, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // not every system can flush a name
  }
}

/** Does nothing if the file is missing. */
export const removeFile = (path: string): void => patientlySync(() => rmSync(path, { force: true }));

/** Within a file system. */
export const moveFile = (from: string, to: string): void => patientlySync(() => renameSync(from, to));

// Flushes

export const flush = (file: number): Promise<void> => promisify(fsync)(file);

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
  try {
    await flushAt(folder, 'r');
  } catch (error) {
    const { code = '' } = error as SystemError;
    if (code !== 'ENOENT' && !unsupported.includes(code)) throw cannotWrite(`in ${folder}`, error);
  }
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
  const file = patientlySync(() => openSync(path, flags));
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

/** A folder that exists, for files until they are whole. Looking at it takes longer than writing one. */
export type Workplace = ReturnType<typeof makeWorkplace>;

export function makeWorkplace(folder: string) {
  makeFolder(folder);
  return { folder, mark: processMark(), shared: sharedFolder(folder) };
}

/** For small files: only the flush is worth awaiting. */
export async function writeWhole(
  path: string,
  data: string | Uint8Array,
  when: Flush = 'at once',
  { folder, mark, shared } = makeWorkplace(dirname(path)),
): Promise<void> {
  const temporary = temporaryIn(folder, mark);
  let file: number;
  try {
    file = patientlySync(() => createFile(temporary, shared));
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }

  try {
    try {
      writeFileSync(file, data);
      if (when === 'at once') await flush(file);
    } finally {
      closeSync(file);
    }
    moveFile(temporary, path);
  } catch (error) {
    ifPossible(() => removeFile(temporary));
    throw cannotReplace(path, error);
  }
}

/**
 * Writes a file, since permissions say nothing about a full disk. @param within a folder in it to try in
 * @throws Failure
 */
export function tryWriting(folder: string, within = folder): void {
  makeFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
    makeFolder(within);
    const path = temporaryIn(within);
    try {
      patientlySync(() => writeFileSync(path, 'x'.repeat(8_192), { flag: 'wx', flush: true }));
    } finally {
      removeFile(path);
    }
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

// Unfinished files, and the processes that they belong to

/** In names of files, a process and the machine or container of its number: `1234.1a2b3c4d`. */
const markPattern = /(\d+)\.(?:\d*\.)?([0-9a-f]+)/;

/**
 * Whether the process has ended. Its number can have been reused since: that process counts as alive.
 * @param otherwise the result if that is unknown, as on another machine
 */
export function isOver(mark: string, otherwise: boolean): boolean {
  const [, pid = '', place] = markPattern.exec(mark) ?? [];
  return place === machineMark() ? !isAlive(Number(pid)) : otherwise;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** That of this process. */
export const processMark = () => `${process.pid}.${machineMark()}`;

/**
 * Where numbers of processes are those of this machine or container, in hexadecimal: they repeat in others,
 * and after a restart, which Linux alone tells apart.
 */
function machineMark(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return boot.slice(0, 8) + readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return Buffer.from(process.getBuiltinModule('node:os').hostname()).toString('hex');
  }
}

/** Without the name of the final file, which can already have the maximum length. */
export const temporaryIn = (folder: string, mark = processMark()): string =>
  `${folder}${sep}.ratebook-${randomName()}.${mark}.tmp`;

const temporaryName = new RegExp(`^\\.ratebook-[0-9a-f]{12}\\.${markPattern.source}\\.tmp$`);

/** 12 hex digits. They need not be secret, and loading `crypto` takes longer than writing the file. */
export const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');

/** Milliseconds after which an unfinished file goes if its process may be on another machine. */
const longestUnfinished = 24 * 3_600_000;

/** Removes unfinished files of killed processes. */
export function removeStale(folder: string): void {
  for (const name of ifPossible(() => readdirSync(folder)) ?? []) {
    if (!temporaryName.test(name)) continue;
    const path = join(folder, name);
    ifPossible(() => {
      const isOld = Date.now() - lstatSync(path).mtimeMs > longestUnfinished;
      if (isOver(name.slice(name.indexOf('.', 1)), isOld)) rmSync(path, { force: true });
    });
  }
}
