import { once } from 'node:events';
import { holding } from '../disk/claims.ts';
import { orAborted } from '../errors.ts';

interface SharedClaim {
  users: number;
  /** With the check that another process has not taken over. */
  readonly taken: Promise<() => void>;
  release(): void;
}

/** Claims against other processes. The tasks of this one share them: the first takes, the last releases. */
export class SharedClaims {
  readonly #claims = new Map<string, SharedClaim>();

  constructor(private readonly folder: string) {}

  /** Takes the claims one after another. @throws CannotClaim, or the signal's reason */
  async holdingAll<T>(
    [name, ...others]: readonly string[],
    signal: AbortSignal,
    work: (check: () => void) => Promise<T>,
  ): Promise<T> {
    if (name === undefined) return work(() => {});

    return this.holding(name, signal, (check) =>
      this.holdingAll(others, signal, (checkOthers) =>
        work(() => {
          check();
          checkOthers();
        }),
      ),
    );
  }

  /** @throws CannotClaim, or the signal's reason */
  async holding<T>(name: string, signal: AbortSignal, work: (check: () => void) => Promise<T>): Promise<T> {
    const shared = this.#claims.get(name) ?? taking(this.folder, name);
    this.#claims.set(name, shared);
    const drop = () => {
      if (this.#claims.get(name) === shared) this.#claims.delete(name);
    };

    shared.users++;
    try {
      const check = await orAborted(shared.taken, signal);
      return await work(() => {
        try {
          check();
        } catch (lost) {
          // newcomers wait for the other process
          drop();
          throw lost;
        }
      });
    } finally {
      shared.users--;
      if (shared.users === 0) {
        drop();
        shared.release();
      }
    }
  }
}

function taking(folder: string, name: string): SharedClaim {
  const waiting = new AbortController();
  const released = once(waiting.signal, 'abort');
  const taken = new Promise<() => void>((resolve, reject) => {
    const work = (check: () => void) => {
      resolve(check);
      return released;
    };

    holding(folder, name, waiting.signal, work).catch(reject);
  });
  return { users: 0, taken, release: () => waiting.abort() };
}
