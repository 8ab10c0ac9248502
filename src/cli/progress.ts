import type { Ora } from 'ora';

/** A spinner, shown only if a run takes a moment, and erased at its end. */
export class Progress {
  readonly #stderr: NodeJS.WriteStream;
  readonly #days: number;
  readonly #toFetch: number;
  readonly #started = performance.now();
  readonly #delay: NodeJS.Timeout;
  #spinner: Ora | undefined;
  #stopped = false;
  readonly #onResize = () => {
    if (this.#hasNoWidth) this.stop();
  };
  #fetched = 0;

  constructor(stderr: NodeJS.WriteStream, days: number, toFetch: number) {
    this.#stderr = stderr;
    this.#days = days;
    this.#toFetch = toFetch;
    this.#delay = setTimeout(() => void this.#spin(), 300);
  }

  advance(days: number): void {
    this.#fetched += days;
    if (this.#spinner) this.#spinner.text = this.#text();
  }

  around<T>(write: () => T): T {
    this.#spinner?.clear();
    try {
      return write();
    } finally {
      this.#spinner?.render();
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#delay);
    this.#stderr.off('resize', this.#onResize);
    this.#spinner?.stop();
    this.#spinner = undefined;
  }

  async #spin(): Promise<void> {
    const { default: ora } = await import('ora');
    if (this.#stopped || this.#hasNoWidth) return;
    this.#stderr.on('resize', this.#onResize);
    this.#spinner = ora({ stream: this.#stderr, text: this.#text(), discardStdin: false }).start();
  }

  /** A terminal whose size was never set has 0 columns, in which a spinner would print endless lines. */
  get #hasNoWidth(): boolean {
    return this.#stderr.columns === 0;
  }

  #text(): string {
    const left = this.#toFetch - this.#fetched;
    const done = `${this.#days - left} of ${this.#days} days, ${left} requests left`;
    if (this.#fetched === 0) return done;
    const seconds = ((performance.now() - this.#started) / 1000 / this.#fetched) * left;
    return `${done}, ${duration(seconds)}`;
  }
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
