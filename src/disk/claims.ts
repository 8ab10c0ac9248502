import {
  closeSync,
  constants,
  futimesSync,
  lstatSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, ifPossible } from '../errors.ts';
import { makeFolder } from './flush.ts';
import { mayPass, Patience, patiently } from './patience.ts';
import { isOver, processMark } from './process-mark.ts';
import { createFile } from './sharing.ts';
import { openUnlinked, readUnlinked } from './unlinked.ts';
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

  // the random name makes every claim unique; that of a machine changes with its network on macOS
  const holder = `${process.pid} ${hostname()} ${randomName()} ${processMark()}`;
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
  const buryDead = async () => (await Promise.all(undertakers.map((bury) => bury()))).includes(true);

  let path = take();
  while (path === undefined) {
    for (const claim of claims) refuseOther(claim);
    if (!(await buryDead())) await sleep(poll, undefined, { signal }).catch(() => signal.throwIfAborted());
    path = take();
  }
  return atWork(path, holder, work);
}

/** Whatever else lies in its place would be waited for until it counts as dead. @throws CannotClaim */
function refuseOther(path: string): void {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!found || found.isFile()) return;
  throw new CannotClaim(new Failure('cannot_write', `${path} is not a lock file; remove it`));
}

async function atWork<T>(path: string, holder: string, work: Work<T>): Promise<T> {
  // on failure another process merely takes over
  const renew = () => ifPossible(() => beat(path, holder));
  const renewing = setInterval(renew, heartbeat);
  const check = () => {
    if (!isOurs(path, holder)) throw new ClaimLost();
  };

  try {
    return await work(check);
  } finally {
    clearInterval(renewing);
    await release(path, holder);
  }
}

function beat(path: string, holder: string): void {
  const file = openUnlinked(path, constants.O_RDWR);
  try {
    if (readFileSync(file, 'utf8') === holder) futimesSync(file, new Date(), new Date());
  } finally {
    closeSync(file);
  }
}

/** Removes the claim of a dead holder; the result says whether it may be gone. */
function undertaker(path: string): () => Promise<boolean> {
  const claim = new Standing(path);
  let grave: Standing | undefined;

  return async () => {
    const holder = textAt(path);
    if (holder === undefined) return true;

    // a claim that was not written to its end has no mark that tells, and is over by its silence alone
    const [, , name = '', mark = ''] = holder.split(' ');
    if (claim.look() <= longestSilence && !isOver(mark, false)) return false;

    // several may see the holder dead: the one that makes the grave removes the claim, if it is unchanged
    // anybody may have written the claim
    const gravePath = `${path}.${/^[0-9a-f]+$/.test(name) ? name : 'unreadable'}`;
    if (!isMade(gravePath, '')) {
      if (grave?.path !== gravePath) grave = new Standing(gravePath);
      if (grave.look() > longestSilence) await remove(gravePath);
      return false;
    }

    if (textAt(path) === holder && claim.isSame()) await remove(path);
    await remove(gravePath);
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

/** Empty also where Windows does not let anybody look at it, as at what is just being deleted. */
function markOf(path: string): string {
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

/** What Windows does not let anybody read for a moment nobody has taken over, either. */
function isOurs(path: string, holder: string): boolean {
  try {
    return readUnlinked(path).toString() === holder;
  } catch (error) {
    return mayPass(error);
  }
}

async function release(path: string, holder: string): Promise<void> {
  const text = await patiently(() => readUnlinked(path).toString()).catch(() => '');
  // what cannot be removed is taken over once this process has ended
  if (text === holder) await remove(path).catch(() => {});
}

/** Undefined if there is none, empty if unreadable, or a link. */
function textAt(path: string): string | undefined {
  try {
    return readUnlinked(path).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '';
  }
}

function isMade(path: string, text: string, patience = new Patience()): boolean {
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
    throw new CannotClaim(cannotWrite(path, error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** @throws CannotClaim */
async function remove(path: string): Promise<void> {
  try {
    await patiently(() => removeAt(path));
  } catch (error) {
    throw new CannotClaim(cannotWrite(path, error));
  }
}

/** Not what is in a folder there: it is not the program's. */
function removeAt(path: string): void {
  if (ifPossible(() => lstatSync(path).isDirectory())) rmdirSync(path);
  else rmSync(path, { force: true });
}
