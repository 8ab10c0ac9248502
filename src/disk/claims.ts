import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, ifPossible } from '../errors.ts';
import { makeFolder } from './flush.ts';
import { Patience, patientlySync } from './patience.ts';
import { isAlive } from './process-mark.ts';
import { randomName } from './whole-file.ts';

/** Milliseconds. */
const poll = 50;
const heartbeat = 5_000;

/** Milliseconds without a heartbeat after which a claim is over, if its holder is on another machine. */
const longestSilence = 20_000;

/** The claim file cannot be written; the work has not begun. */
export class CannotClaim extends Failure {
  constructor({ code, message }: Failure) {
    super(code, message);
  }
}

/** Another process has taken over, as after this machine slept. */
export class ClaimLost extends Error {}

/** `check` throws ClaimLost. */
type Work<T> = (check: () => void) => Promise<T>;

/** Waits while another live process holds the claim. @throws CannotClaim, or the signal's reason */
export const holding = <T>(folder: string, name: string, signal: AbortSignal, work: Work<T>): Promise<T> =>
  holdingAny(folder, [name], signal, work);

/** Of several claims that are as good it takes one, as soon as one is free. Otherwise like `holding`. */
export async function holdingAny<T>(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
  work: Work<T>,
): Promise<T> {
  signal.throwIfAborted();

  // the random name makes every claim unique
  const holder = `${process.pid} ${hostname()} ${randomName()}`;
  try {
    makeFolder(folder);
  } catch (error) {
    throw new CannotClaim(error as Failure);
  }

  const claims = names.map((name) => join(folder, name));
  // a claim that is just being deleted, which Windows refuses to make, counts as taken
  const patience = new Patience();
  const take = () => claims.find((claim) => isMade(claim, holder, patience));
  const undertakers = claims.map(undertaker);
  const buryDead = () => undertakers.map((bury) => bury()).includes(true);

  let path = take();
  while (path === undefined) {
    if (!buryDead()) await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
    path = take();
  }
  return atWork(path, holder, work);
}

async function atWork<T>(path: string, holder: string, work: Work<T>): Promise<T> {
  const renew = () => utimesSync(path, new Date(), new Date());
  const renewing = setInterval(() => ifOurs(path, holder, renew), heartbeat);
  const check = () => {
    if (textAt(path) !== holder) throw new ClaimLost();
  };

  try {
    return await work(check);
  } finally {
    clearInterval(renewing);
    ifOurs(path, holder, remove);
  }
}

/** Removes the claim of a dead holder; the result says whether it may be gone. */
function undertaker(path: string): () => boolean {
  const claim = new Standing(path);
  let grave: Standing | undefined;

  return () => {
    const holder = textAt(path);
    if (holder === undefined) return true;

    const [pid, host, name = 'unreadable'] = holder.split(' ');
    const isDead = host === hostname() && !isAlive(Number(pid));
    if (claim.look() <= longestSilence && !isDead) return false;

    // several may see the holder dead: the one that makes the grave removes the claim, if it is unchanged
    const gravePath = `${path}.${name}`;
    if (!isMade(gravePath, '')) {
      if (grave?.path !== gravePath) grave = new Standing(gravePath);
      if (grave.look() > longestSilence) remove(gravePath);
      return false;
    }

    if (textAt(path) === holder && claim.isSame()) remove(path);
    remove(gravePath);
    return true;
  };
}

/** How long a file has been unchanged while watched: clocks differ between machines, and are set. */
class Standing {
  #mark = '';
  #since = 0;

  constructor(readonly path: string) {}

  /** Milliseconds. */
  look(): number {
    const mark = markOf(this.path);
    if (mark !== this.#mark) this.#since = performance.now();
    this.#mark = mark;
    return performance.now() - this.#since;
  }

  isSame(): boolean {
    return markOf(this.path) === this.#mark;
  }
}

function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

/** On failure another process merely takes over. */
function ifOurs(path: string, holder: string, act: (path: string) => void): void {
  ifPossible(() => textAt(path) === holder && act(path));
}

/** Undefined if there is none, empty if unreadable. */
function textAt(path: string): string | undefined {
  try {
    return patientlySync(() => readFileSync(path, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

function isMade(path: string, text: string, patience = new Patience()): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'wx');
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      patience.renew();
      return false;
    }
    if (file === undefined && patience.allows(error)) return false;
    if (file !== undefined) remove(path);
    throw new CannotClaim(cannotWrite(path, error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function remove(path: string): void {
  try {
    patientlySync(() => rmSync(path, { force: true, recursive: true }));
  } catch (error) {
    throw new CannotClaim(cannotWrite(path, error));
  }
}
