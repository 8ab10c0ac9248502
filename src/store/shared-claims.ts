import { holding } from './claims.ts';

interface Claim {
  users: number;
  readonly taken: Promise<void>;
  /** Gives it back, or stops waiting for it. */
  readonly release: () => void;
}

/** Claims against other processes, shared by all tasks of this one: the first takes it, the last gives it back. */
export class SharedClaims {
  readonly #folder: string;
  readonly #claims = new Map<string, Claim>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Runs the work while no other process holds the claim.
   * @throws CannotClaim; the signal's reason where that is aborted while waiting
   */
  async holding<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const claim = this.#claims.get(name) ?? this.#take(name);
    claim.users++;
    try {
      await orAborted(claim.taken, signal);
      return await work();
    } finally {
      claim.users--;
      if (claim.users === 0) {
        this.#claims.delete(name);
        claim.release();
      }
    }
  }

  #take(name: string): Claim {
    const waiting = new AbortController();
    const { promise: released, resolve: release } = withResolvers();
    const taken = new Promise<void>((resolve, reject) => {
      const work = () => {
        resolve();
        return released;
      };
      holding(this.#folder, name, waiting.signal, work).catch(reject);
    });
    const claim = {
      users: 0,
      taken,
      release: () => {
        release();
        waiting.abort();
      },
    };
    this.#claims.set(name, claim);
    return claim;
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function orAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
