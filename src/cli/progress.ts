import type { Ora } from 'ora';
import { count, grouped } from '../words.ts';

/** Milliseconds between two looks at the clock while the service lets ratebook wait. */
const tick = 200;

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
  #waitsUntil = 0;
  #ticks: NodeJS.Timeout | undefined;

  constructor(stderr: NodeJS.WriteStream, days: number, toFetch: number) {
    this.#stderr = stderr;
    this.#days = days;
    this.#toFetch = toFetch;
    this.#delay = setTimeout(() => void this.#spin(), 300);
  }

  advance(days: number): void {
    this.#fetched += days;
    this.#show();
  }

  /** Counts down until the service may be asked again. @param wait milliseconds */
  waiting(wait: number): void {
    this.#waitsUntil = Math.max(this.#waitsUntil, performance.now() + wait);
    this.#ticks ??= setInterval(() => this.#show(), tick);
    this.#show();
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
    clearInterval(this.#ticks);
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

  #show(): void {
    if (this.#spinner) this.#spinner.text = this.#text();
  }

  #text(): string {
    const toGo = this.#toFetch - this.#fetched;
    const done = `${grouped(this.#days - toGo)} of ${count(this.#days, 'day')}, ${grouped(toGo)} to go`;
    const wait = Math.ceil((this.#waitsUntil - performance.now()) / 1000);
    if (wait > 0) return `${done}, waiting ${wait} s for the service`;
    if (this.#fetched === 0) return done;
    const seconds = ((performance.now() - this.#started) / 1000 / this.#fetched) * toGo;
    return `${done}, ${duration(seconds)}`;
  }
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
