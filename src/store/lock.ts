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

  const files = names.map((name) => new LockFile(join(folder, name)));
  // a file that is being deleted, which Windows refuses to create, counts as taken
  const patience = new Patience();
  for (;;) {
    const own = files.find(({ path }) => isCreated(path, owner, patience));
    if (own) return ownLock(own.path, owner);
    const areRemoved = files.map((file) => file.removeIfStale());
    if (!areRemoved.includes(true))
      await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function ownLock(path: string, owner: string): Lock {
  // on failure another process merely takes over
  const renewing = setInterval(() => ifPossible(() => renew(path, owner)), heartbeat);
  return {
    check() {
      if (!isOwn(path, owner)) throw new LockLost();
    },
    async release() {
      clearInterval(renewing);
      const text = await patiently(() => readUnlinked(path).toString()).catch(() => '');
      // a lock that cannot be removed is stale once this process has ended
      if (text === owner) await patiently(() => rmSync(path, { force: true })).catch(() => {});
    },
  };
}

function renew(path: string, owner: string): void {
  const file = openUnlinked(path, constants.O_RDWR);
  try {
    if (readFileSync(file, 'utf8') === owner) futimesSync(file, new Date(), new Date());
  } finally {
    closeSync(file);
  }
}

/** What Windows does not let anybody read for a moment has no other owner, either. */
function isOwn(path: string, owner: string): boolean {
  try {
    return readUnlinked(path).toString() === owner;
  } catch (error) {
    return mayPass(error);
  }
}

/** The lock file of another process, as long as it is waited for. */
class LockFile {
  #state = '';
  /** By the clock of this process: those of machines differ, and are set. */
  #unchangedSince = 0;
  #removing: LockFile | undefined;

  constructor(readonly path: string) {}

  /** True if the lock may be free now. @throws CannotLock for what is not a lock file */
  removeIfStale(): boolean {
    const { path } = this;
    const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
    if (found && !found.isFile())
      throw new CannotLock(new Failure('cannot_write', `${path} is not a lock file; remove it`));

    const text = textAt(path);
    if (text === undefined) return true;
    // a lock that was not written to its end has no mark, and is stale by its silence alone
    const [, , name = '', mark = ''] = text.split(' ');
    if (!this.#isSilent() && !isOver(mark, false)) return false;

    // of several processes that find the lock stale, the one that creates this file removes the lock
    const removing = `${path}.${/^[0-9a-f]+$/.test(name) ? name : 'unreadable'}`;
    if (!isCreated(removing, '', new Patience())) {
      if (this.#removing?.path !== removing) this.#removing = new LockFile(removing);
      if (this.#removing.#isSilent()) remove(removing);
      return false;
    }
    if (textAt(path) === text && stateOf(path) === this.#state) remove(path);
    remove(removing);
    return true;
  }

  #isSilent(): boolean {
    const state = stateOf(this.path);
    if (state !== this.#state) this.#unchangedSince = performance.now();
    this.#state = state;
    return performance.now() - this.#unchangedSince > staleAfter;
  }
}

const remove = (path: string) => writing(path, () => patientlySync(() => rmSync(path, { force: true })));

/** Empty also where Windows does not let anybody look, as at a file that is being deleted. */
function stateOf(path: string): string {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

/** Undefined if there is none, empty if it cannot be read, or is a link. */
function textAt(path: string): string | undefined {
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

interface Shared {
  users: number;
  readonly lock: Promise<Lock>;
  /** Ends the wait for a lock that nobody needs any more. */
  readonly waiting: AbortController;
}

/** The locks of a folder. Tasks of this process share them: the first acquires, the last releases. */
export class Locks {
  readonly #shared = new Map<string, Shared>();

  constructor(private readonly folder: string) {}

  /** @param names in the order of every other task @throws CannotLock, or the signal's reason */
  async acquire(names: readonly string[], signal: AbortSignal): Promise<Lock> {
    const locks: Lock[] = [];
    const release = async () => void (await Promise.all(locks.map((lock) => lock.release())));
    try {
      for (const name of names) locks.push(await this.#acquire(name, signal));
    } catch (error) {
      await release();
      throw error;
    }
    return { check: () => locks.forEach((lock) => void lock.check()), release };
  }

  async #acquire(name: string, signal: AbortSignal): Promise<Lock> {
    const shared = this.#shared.get(name) ?? this.#start(name);
    const forget = () => {
      if (this.#shared.get(name) === shared) this.#shared.delete(name);
    };
    const release = async () => {
      shared.users--;
      if (shared.users > 0) return;
      forget();
      shared.waiting.abort();
      await shared.lock.then((lock) => lock.release()).catch(() => {});
    };
    const check = (lock: Lock) => {
      try {
        lock.check();
      } catch (error) {
        // later tasks wait for the other process
        forget();
        throw error;
      }
    };

    shared.users++;
    try {
      const lock = await orAborted(shared.lock, signal);
      return { check: () => check(lock), release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  #start(name: string): Shared {
    const waiting = new AbortController();
    const shared = { users: 0, lock: acquireLock(this.folder, name, waiting.signal), waiting };
    this.#shared.set(name, shared);
    return shared;
  }
}
