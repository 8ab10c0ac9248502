import { setTimeout as sleep } from 'node:timers/promises';
import { cannotWrite, Failure, reasonOf } from '../errors.ts';

/** What Windows says while another program has a file open, or its name is still being deleted. */
const refusals: readonly unknown[] = ['EACCES', 'EBUSY', 'EPERM'];

/** Milliseconds. */
const longest = 2_000;
const pause = 50;

export const mayPass = (error: unknown) =>
  process.platform === 'win32' && refusals.includes((error as NodeJS.ErrnoException).code);

/** With what Windows refuses for a moment, as while a virus scanner looks at a new file. */
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

/** The first try is made at once. */
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

/** Nothing else goes on meanwhile. */
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
  const isHeld = (error as NodeJS.ErrnoException).code === 'EBUSY';
  return isHeld && mayPass(error) ? failure.hinting(closing) : failure;
}
