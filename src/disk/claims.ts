import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure } from '../errors.ts';
import { makeFolder } from './folder.ts';
import { randomName } from './whole-file.ts';

const poll = 50;
const heartbeat = 5_000;
/** Milliseconds without renewal after which a claim is over, if its holder cannot be checked (another machine). */
const patience = 20_000;

/** The claim file cannot be written; the work has not begun. */
export class CannotClaim extends Failure {
  constructor({ exitCode, message }: Failure) {
    super(exitCode, message);
  }
}

export interface Claim {
  check(): void;
}

/** Another process has taken over, as after this machine slept. */
export class ClaimLost extends Error {}

/** Waits while another live process holds the claim. @throws CannotClaim, or the signal's reason */
export async function holding<T>(
  folder: string,
  name: string,
  signal: AbortSignal,
  work: (claim: Claim) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const path = join(folder, name);
  // the random name makes every claim unique
  const holder = `${process.pid} ${hostname()} ${randomName()}`;
  makeFolderFor(folder);
  const other = new OthersClaim(path);
  while (!isMade(path, holder))
    if (!other.buryDead()) await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
  const renewing = setInterval(() => ifOurs(path, holder, renew), heartbeat);
  const check = () => {
    if (textAt(path) !== holder) throw new ClaimLost();
  };
  try {
    return await work({ check });
  } finally {
    clearInterval(renewing);
    ifOurs(path, holder, rmSync);
  }
}

class OthersClaim {
  readonly #path: string;
  readonly #standing: Standing;
  #grave: { readonly path: string; readonly standing: Standing } | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#standing = new Standing(path);
  }

  /** False while the claim must be waited for. */
  buryDead(): boolean {
    const holder = textAt(this.#path);
    if (holder === undefined) return true;
    const isOver = this.#standing.look() > patience || isDead(holder);
    return isOver && this.#bury(holder);
  }

  /** Of those who see it dead only the one that makes the grave file removes it, and only if it is unchanged. */
  #bury(holder: string): boolean {
    const grave = `${this.#path}.${holder.split(' ')[2] ?? 'unreadable'}`;
    if (!isMade(grave, '')) {
      if (this.#grave?.path !== grave) this.#grave = { path: grave, standing: new Standing(grave) };
      if (this.#grave.standing.look() > patience) remove(grave);
      return false;
    }
    if (textAt(this.#path) === holder && this.#standing.isSame()) remove(this.#path);
    remove(grave);
    return true;
  }
}

/** How long a file has been unchanged while watched: clocks differ between machines, and are set. */
class Standing {
  readonly #path: string;
  #mark = '';
  #since = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Milliseconds. */
  look(): number {
    const mark = markOf(this.#path);
    if (mark !== this.#mark) this.#since = performance.now();
    this.#mark = mark;
    return performance.now() - this.#since;
  }

  isSame(): boolean {
    return markOf(this.#path) === this.#mark;
  }
}

function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

function isDead(holder: string): boolean {
  const [pid, host] = holder.split(' ');
  return host === hostname() && !isAlive(Number(pid));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** On failure another process merely takes over. */
function ifOurs(path: string, holder: string, act: (path: string) => void): void {
  try {
    if (textAt(path) === holder) act(path);
  } catch {}
}

function renew(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/** Undefined if there is none, empty if unreadable. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

function isMade(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new CannotClaim(cannotWrite(path, error));
  }
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    remove(path);
    throw new CannotClaim(cannotWrite(path, error));
  } finally {
    closeSync(file);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true });
  } catch (error) {
    throw new CannotClaim(cannotWrite(path, error));
  }
}

function makeFolderFor(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw error instanceof Failure ? new CannotClaim(error) : error;
  }
}
