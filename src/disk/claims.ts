import { closeSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../errors.ts';
import { cannotWrite } from './failure.ts';
import { makeFolder } from './folder.ts';
import { randomName } from './names.ts';
import { Standing } from './standing.ts';

const poll = 50;
const heartbeat = 5_000;
/** A claim whose holder cannot be looked at, such as another machine's, is over when it has not been renewed for so long. */
const patience = 20_000;

/** No claim can be written; the work has not begun. */
export class CannotClaim extends Failure {
  constructor({ exitCode, message }: Failure) {
    super(exitCode, message);
  }
}

/** A claim as long as the work goes on. */
export interface Claim {
  /**
   * @throws ClaimLost where another process has taken it over, as after a long sleep of this one
   */
  check(): void;
}

/** Another process has taken the claim over, and does the work. */
export class ClaimLost extends Error {}

/**
 * Runs the work while no other process holds the same claim; waits for one that does. The claim of a process that died is
 * taken over.
 * @throws CannotClaim; the signal's reason where that is aborted while waiting
 */
export async function holding<T>(
  folder: string,
  name: string,
  signal: AbortSignal,
  work: (claim: Claim) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const path = join(folder, name);
  // a token of its own, so that no two claims are ever taken for one another
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

/** A claim that another has, as it looks from here. */
class OthersClaim {
  readonly #path: string;
  readonly #standing: Standing;
  #grave: { readonly path: string; readonly standing: Standing } | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#standing = new Standing(path);
  }

  /** True where it stands in the way no more; false where it is to be waited for. */
  buryDead(): boolean {
    const holder = textAt(this.#path);
    if (holder === undefined) return true;
    const isOver = this.#standing.look() > patience || isDead(holder);
    return isOver && this.#bury(holder);
  }

  /** Of all that see it dead only one may remove it: who makes a file named after its token; and only while it still is that claim. */
  #bury(holder: string): boolean {
    const grave = `${this.#path}.${holder.split(' ')[2] ?? 'unreadable'}`;
    if (!isMade(grave, '')) {
      if (this.#grave?.path !== grave) this.#grave = { path: grave, standing: new Standing(grave) };
      // who made it has died too
      if (this.#grave.standing.look() > patience) remove(grave);
      return false;
    }
    if (textAt(this.#path) === holder && this.#standing.isSame()) remove(this.#path);
    remove(grave);
    return true;
  }
}

function isDead(holder: string): boolean {
  const [pid, host] = holder.split(' ');
  return host === hostname() && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Where it fails, whoever waits takes over in the end: nothing is lost by that. */
function ifOurs(path: string, holder: string, act: (path: string) => void): void {
  try {
    if (textAt(path) === holder) act(path);
  } catch {}
}

function renew(path: string): void {
  const now = new Date();
  utimesSync(path, now, now);
}

/** Empty also where it cannot be read. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

/** False where there is such a file already. */
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
