import { holding } from '../disk/claims.ts';

interface Claim {
  users: number;
  readonly taken: Promise<void>;
  readonly release: () => void;
}

/** Claims against other processes, which all tasks of this one share: the first takes it, the last gives it back. */
export class SharedClaims {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #claims = new Map<string, Claim>();

  /** The signal ends the waiting for another process. */
  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  async holding<T>(name: string, work: () => Promise<T>): Promise<T> {
    const claim = this.#claims.get(name) ?? this.#take(name);
    claim.users++;
    try {
      await claim.taken;
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
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const taken = new Promise<void>((resolve, reject) => {
      const work = () => {
        resolve();
        return released;
      };
      holding(this.#folder, name, this.#signal, work).catch(reject);
    });
    const claim = { users: 0, taken, release };
    this.#claims.set(name, claim);
    return claim;
  }
}
