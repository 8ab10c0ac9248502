/** Milliseconds. */
const calm = 60_000;

/**
 * Lets so many requests run at once. A pause is one of all of them. Throttling also halves their number, and
 * each calm minute doubles it again.
 */
export class Gate {
  #limit: number;
  #inside = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  /** @param work it calls `leave` if it lets the next one in before it has ended */
  async pass<T>(signal: AbortSignal, work: (leave: () => void) => Promise<T>): Promise<T> {
    await this.#enter(signal);
    let isInside = true;
    const leave = () => {
      if (!isInside) return;
      isInside = false;
      this.#inside--;
      // after the caller, since a refusal cancels those who wait
      setImmediate(() => this.#open());
    };

    try {
      return await work(leave);
    } finally {
      leave();
    }
  }

  throttle(milliseconds: number): void {
    if (performance.now() >= this.#pausedUntil) this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.pause(milliseconds);
  }

  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  #enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(enter);
      this.#open();
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0) {
      if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#open(), Math.ceil(pause));
      return;
    }

    const minutes = Math.floor(-pause / calm);
    if (this.#limit < this.most && minutes > 0) {
      this.#limit = Math.min(this.most, this.#limit * 2 ** minutes);
      this.#pausedUntil += minutes * calm;
    }

    for (const enter of this.#waiting) {
      if (this.#inside >= this.#limit) return;
      this.#waiting.delete(enter);
      this.#inside++;
      enter();
    }
  }
}
