import { closeSync, constants, futimesSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, failureIn, ifPossible, orAborted, writing } from '../errors.ts';
import {
  createFile,
  makeFolder,
  mayPass,
  openUnlinked,
  Patience,
  patiently,
  patientlySync,
  randomName,
  readUnlinked,
} from '../files.ts';
import { isOver, processMark } from '../process-mark.ts';

/** Milliseconds. */
const poll = 50;
const heartbeat = 5_000;

/** Milliseconds without a heartbeat after which a lock is stale, if its owner is on another machine. */
const staleAfter = 20_000;

/** The lock file cannot be written. */
export class CannotLock extends Failure {
  constructor({ code, message }: Failure) {
    super(code, message);
  }
}

/** Another process has taken the lock over, as after this machine slept. */
export class LockLost extends Error {}

/** A file that one process at a time can create. */
export interface Lock {
  /** @throws LockLost */
  check(): void;
  release(): Promise<void>;
}

/** Waits as long as another live process owns the lock. @throws CannotLock, or the signal's reason */
export const acquireLock = (folder: string, name: string, signal: AbortSignal): Promise<Lock> =>
  acquireAny(folder, [name], signal);

/** Acquires the first of several equal locks that is free. Otherwise like `acquireLock`. */
export async function acquireAny(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Lock> {
  signal.throwIfAborted();
  // the random name makes each lock unique; the host name of a Mac changes with its network
  const owner = `${process.pid} ${hostname()} ${randomName()} ${processMark()}`;
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CannotLock(failureIn(error));
  }

  const paths = names.map((name) => join(folder, name));
  const watched: Watched = new Map();
  // a file that is being deleted, which Windows refuses to create, counts as taken
  const patience = new Patience();
  for (;;) {
    const path = paths.find((path) => isCreated(path, owner, patience));
    if (path) return lockOf(path, owner);
    const areRemoved = paths.map((path) => removeIfStale(path, watched));
    if (!areRemoved.includes(true))
      await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function lockOf(path: string, owner: string): Lock {
  // on failure another process merely takes over
  const renewing = setInterval(() => ifPossible(() => renew(path, owner)), heartbeat);
  return {
    check() {
      if (!isOwnedBy(owner, path)) throw new LockLost();
    },
    async release() {
      clearInterval(renewing);
      const text = await patiently(() => readUnlinked(path).toString()).catch(() => '');
      // a lock that cannot be removed is stale once this process has ended
      if (text === owner) await patiently(() => rmSync(path, { force: true })).catch(() => {});
    },
  };
}

function renew(path: string, owner: string) {
  const file = openUnlinked(path, constants.O_RDWR);
  try {
    if (readFileSync(file, 'utf8') === owner) futimesSync(file, new Date(), new Date());
  } finally {
    closeSync(file);
  }
}

/** A file that Windows does not let anybody read for a moment has no other owner. */
function isOwnedBy(owner: string, path: string) {
  try {
    return readUnlinked(path).toString() === owner;
  } catch (error) {
    return mayPass(error);
  }
}

/** When files of other processes last changed, by the clock of this process: those of machines differ, and are set. */
type Watched = Map<string, { readonly state: string; readonly since: number }>;

function isSilent(path: string, watched: Watched) {
  const state = stateOf(path);
  const seen = watched.get(path);
  const now = performance.now();
  if (seen?.state === state) return now - seen.since > staleAfter;
  watched.set(path, { state, since: now });
  return false;
}

/** True if the lock of another process may be free now. @throws CannotLock for a file that is not a lock */
function removeIfStale(path: string, watched: Watched): boolean {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  if (found && !found.isFile())
    throw new CannotLock(new Failure('cannot_write', `${path} is not a lock file; remove it`));

  const text = textAt(path);
  if (text === undefined) return true;
  // a lock that was not written to its end has no mark, and is stale by its silence alone
  const [, , name = '', mark = ''] = text.split(' ');
  if (!isSilent(path, watched) && !isOver(mark, false)) return false;

  // of several processes that find the lock stale, the one that creates this file removes the lock
  const removing = `${path}.${/^[0-9a-f]+$/.test(name) ? name : 'unreadable'}`;
  if (!isCreated(removing, '', new Patience())) {
    if (isSilent(removing, watched)) remove(removing);
    return false;
  }
  if (textAt(path) === text && stateOf(path) === watched.get(path)?.state) remove(path);
  remove(removing);
  return true;
}

const remove = (path: string) => writing(path, () => patientlySync(() => rmSync(path, { force: true })));

/** Empty also where Windows does not let anybody look, as at a file that is being deleted. */
function stateOf(path: string) {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

/** Undefined if there is none, empty if it cannot be read, or is a link. */
function textAt(path: string) {
  try {
    return readUnlinked(path).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

/** @throws CannotLock */
function isCreated(path: string, text: string, patience: Patience): boolean {
  let file: number | undefined;
  try {
    file = createFile(path);
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      patience.renew();
      return false;
    }
    if (file === undefined && patience.allows(error)) return false;
    if (file !== undefined) ifPossible(() => rmSync(path, { force: true }));
    throw new CannotLock(cannotWrite(path, error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

interface SharedLock {
  readonly name: string;
  users: number;
  readonly lock: Promise<Lock>;
  /** Ends the wait for a lock that nobody needs any more. */
  readonly waiting: AbortController;
}

/** The locks of a folder. Tasks of this process share them: the first acquires, the last releases. */
export class Locks {
  readonly #shared = new Map<string, SharedLock>();

  constructor(private readonly folder: string) {}

  /** @param names in the order of every other task @throws CannotLock, or the signal's reason */
  async acquire(names: readonly string[], signal: AbortSignal): Promise<Lock> {
    const used: SharedLock[] = [];
    const locks: Lock[] = [];
    const release = async () => void (await Promise.all(used.map((shared) => this.#release(shared))));
    const check = () => {
      try {
        for (const lock of locks) lock.check();
      } catch (error) {
        // later tasks wait for the other process
        for (const shared of used) this.#forget(shared);
        throw error;
      }
    };
    try {
      for (const name of names) {
        const shared = this.#shared.get(name) ?? this.#start(name);
        shared.users++;
        used.push(shared);
        locks.push(await orAborted(shared.lock, signal));
      }
      return { check, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  #start(name: string): SharedLock {
    const waiting = new AbortController();
    const shared = { name, users: 0, lock: acquireLock(this.folder, name, waiting.signal), waiting };
    this.#shared.set(name, shared);
    return shared;
  }

  async #release(shared: SharedLock) {
    shared.users--;
    if (shared.users > 0) return;
    this.#forget(shared);
    shared.waiting.abort();
    await shared.lock.then((lock) => lock.release()).catch(() => {});
  }

  #forget(shared: SharedLock) {
    if (this.#shared.get(shared.name) === shared) this.#shared.delete(shared.name);
  }
}
