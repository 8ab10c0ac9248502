import { closeSync, lstatSync, lutimesSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, ifPossible, orAborted } from '../errors.ts';
import {
  createFile,
  isOver,
  makeFolder,
  mayRetry,
  type Patience,
  patientlySync,
  processMark,
  randomName,
  readUnlinked,
  removeFile,
} from '../files.ts';

/** Milliseconds. */
const poll = 50;
const heartbeat = 5_000;

/** Milliseconds without a heartbeat after which a lock is stale, if its owner is on another machine. */
const staleAfter = 20_000;

/** Another process has taken the lock over, as after this machine slept. */
export class LockLost extends Error {}

/** A file that one process at a time can create. */
export interface Lock {
  /** @throws LockLost */
  check(): void;
  release(): Promise<void>;
}

/**
 * Acquires the first of several equal locks that is free. Waits as long as other live processes own them.
 * @throws Failure if it cannot be written, or the signal's reason
 */
export async function acquireLock(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Lock> {
  signal.throwIfAborted();
  // the random name makes each lock unique; the host name of a Mac changes with its network
  const host = process.getBuiltinModule('node:os').hostname();
  const owner = `${process.pid} ${host} ${randomName()} ${processMark()}`;
  makeFolder(folder);
  const watched: Watched = new Map();
  // a file that is being deleted, which Windows refuses to create, counts as taken
  const patience = {};
  for (;;) {
    for (const name of names) {
      const path = join(folder, name);
      if (isCreated(path, owner, patience)) return lockOf(path, owner);
    }
    const areRemoved = names.map((name) => removeIfStale(join(folder, name), watched));
    if (!areRemoved.includes(true))
      await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function lockOf(path: string, owner: string): Lock {
  const renewing = setInterval(() => {
    // on failure another process merely takes over
    if (textAt(path) === owner) ifPossible(() => lutimesSync(path, new Date(), new Date()));
  }, heartbeat);
  return {
    check() {
      const text = textAt(path);
      // Windows does not let anybody read it for a moment
      if (text !== owner && !(text === '' && process.platform === 'win32')) throw new LockLost();
    },
    async release() {
      clearInterval(renewing);
      try {
        if (patientlySync(() => readUnlinked(path).toString()) === owner) removeFile(path);
      } catch {
        // it is stale once this process has ended
      }
    },
  };
}

/**
 * When files of other processes last changed, by the clock of this process: those of machines differ, and are
 * set.
 */
type Watched = Map<string, { readonly state: string; readonly since: number }>;

function isSilent(path: string, watched: Watched) {
  const state = stateOf(path);
  const before = watched.get(path);
  const now = performance.now();
  if (before?.state === state) return now - before.since > staleAfter;
  watched.set(path, { state, since: now });
  return false;
}

/** True if the lock of another process may be free now. @throws Failure for a file that is not a lock */
function removeIfStale(path: string, watched: Watched): boolean {
  if (stateOf(path) === notFile) throw new Failure('cannot_write', `${path} is not a lock file; remove it`);

  const text = textAt(path);
  if (text === undefined) return true;
  // a lock that was not written to its end has no mark, and is stale by its silence alone
  const [, , name = '', mark = ''] = text.split(' ');
  if (!isSilent(path, watched) && !isOver(mark, false)) return false;

  // of several processes that find the lock stale, the one that creates this file removes the lock
  const removing = `${path}.${/^[0-9a-f]+$/.test(name) ? name : 'unreadable'}`;
  if (!isCreated(removing, '', {})) {
    if (isSilent(removing, watched)) remove(removing);
    return false;
  }
  if (textAt(path) === text && stateOf(path) === watched.get(path)?.state) remove(path);
  remove(removing);
  return true;
}

function remove(path: string) {
  try {
    removeFile(path);
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

const notFile = 'not a file';

/** Empty also where Windows does not let anybody look, as at a file that is being deleted. */
function stateOf(path: string) {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!found) return '';
  return found.isFile() ? `${found.ino} ${found.mtimeMs}` : notFile;
}

/** Undefined if there is none, empty if it cannot be read, or is a link. */
function textAt(path: string) {
  try {
    return readUnlinked(path).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

/** @throws Failure */
function isCreated(path: string, text: string, patience: Patience): boolean {
  let file: number | undefined;
  try {
    file = createFile(path);
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      patience.since = undefined;
      return false;
    }
    if (file === undefined && mayRetry(error, patience)) return false;
    if (file !== undefined) ifPossible(() => rmSync(path, { force: true }));
    throw cannotWrite(path, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

interface SharedLock {
  users: number;
  readonly lock: Promise<Lock>;
  /** Aborted once no task waits for the lock. */
  readonly waiting: AbortController;
}

/** The locks of a folder. Tasks of this process that begin before one of them ends share them. */
export interface SharedLocks {
  readonly folder: string;
  readonly byName: Map<string, SharedLock>;
}

/** @param names in the order of every other task @throws Failure, or the signal's reason */
export async function acquireShared(
  { folder, byName }: SharedLocks,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Lock> {
  const used = new Map<string, SharedLock>();
  const locks: Lock[] = [];

  function check() {
    for (const lock of locks) lock.check();
  }

  async function release() {
    for (const [name, shared] of used) {
      // not shared with later tasks: another process can have taken it over
      if (byName.get(name) === shared) byName.delete(name);
      shared.users--;
      if (shared.users > 0) continue;
      shared.waiting.abort();
      try {
        await (await shared.lock).release();
      } catch {
        // it was never acquired
      }
    }
  }

  try {
    for (const name of names) {
      let shared = byName.get(name);
      if (!shared) {
        const waiting = new AbortController();
        shared = { users: 0, lock: acquireLock(folder, [name], waiting.signal), waiting };
        byName.set(name, shared);
      }
      shared.users++;
      used.set(name, shared);
      locks.push(await orAborted(shared.lock, signal));
    }
    return { check, release };
  } catch (error) {
    await release();
    throw error;
  }
}
