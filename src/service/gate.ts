/**
 * Lets a bounded number of requests through at once, in the order in which they came. When the service throttles, all wait,
 * and the bound is halved.
 */
export class Gate {
  #limit: number;
  #inside = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];
  readonly #signal: AbortSignal;

  constructor(limit: number, signal: AbortSignal) {
    this.#limit = limit;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#open());
  }

  /** @throws the signal's reason once that is aborted, also while waiting */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push(enter);
      this.#open();
    });
    try {
      this.#signal.throwIfAborted();
      return await work();
    } finally {
      this.#inside--;
      this.#open();
    }
  }

  /** Nobody enters for so many milliseconds, and then half as many at once. */
  throttle(wait: number): void {
    const now = performance.now();
    if (now >= this.#pausedUntil) this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#pausedUntil = Math.max(this.#pausedUntil, now + wait);
  }

  #open(): void {
    clearTimeout(this.#timer);
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0 && !this.#signal.aborted) {
      if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#open(), Math.ceil(pause));
      return;
    }
    while (this.#waiting.length > 0 && (this.#inside < this.#limit || this.#signal.aborted)) {
      this.#inside++;
      this.#waiting.shift()?.();
    }
  }
}
