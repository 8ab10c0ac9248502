import { type Claim, holding } from '../disk/claims.ts';

interface SharedClaim {
  users: number;
  readonly taken: Promise<Claim>;
  readonly release: () => void;
}

/** Claims against other processes, shared by all tasks of this one: the first takes it, the last releases it. */
export class SharedClaims {
  readonly #folder: string;
  readonly #claims = new Map<string, SharedClaim>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws CannotClaim, or the signal's reason */
  async holding<T>(name: string, signal: AbortSignal, work: (claim: Claim) => Promise<T>): Promise<T> {
    const shared = this.#claims.get(name) ?? this.#take(name);
    shared.users++;
    try {
      const claim = await orAborted(shared.taken, signal);
      return await work({ check: () => this.#check(name, shared, claim) });
    } finally {
      shared.users--;
      if (shared.users === 0) {
        this.#drop(name, shared);
        shared.release();
      }
    }
  }

  /** After a loss, newcomers wait for the other process. */
  #check(name: string, shared: SharedClaim, claim: Claim): void {
    try {
      claim.check();
    } catch (lost) {
      this.#drop(name, shared);
      throw lost;
    }
  }

  #drop(name: string, shared: SharedClaim): void {
    if (this.#claims.get(name) === shared) this.#claims.delete(name);
  }

  #take(name: string): SharedClaim {
    const waiting = new AbortController();
    let giveBack = () => {};
    const released = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    const taken = new Promise<Claim>((resolve, reject) => {
      const work = (claim: Claim) => {
        resolve(claim);
        return released;
      };
      holding(this.#folder, name, waiting.signal, work).catch(reject);
    });
    const release = () => {
      giveBack();
      waiting.abort();
    };
    const shared = { users: 0, taken, release };
    this.#claims.set(name, shared);
    return shared;
  }
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
