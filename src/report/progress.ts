import type { Ora } from 'ora';
import { count, grouped } from '../words.ts';

interface Work {
  /** Infinite if the number is unknown. */
  readonly days: number;
  readonly missing: number;
  readonly activity: string | undefined;
}

/** One line that changes; ora puts above it what else is written meanwhile. */
export class Progress {
  readonly #started = performance.now();
  readonly #delay = setTimeout(() => void this.#spin(), 300);
  #spinner: Ora | undefined;
  #stopped = false;
  #done = 0;
  #bytes = 0;
  #waitsUntil = 0;

  constructor(
    private readonly stderr: NodeJS.WriteStream,
    private readonly work: Work,
  ) {}

  advance(days: number): void {
    this.#done += days;
  }

  /** @param bytes of a file with all days */
  received(bytes: number): void {
    this.#bytes = bytes;
  }

  /** @param wait milliseconds until the source may be asked again */
  waiting(wait: number): void {
    this.#waitsUntil = Math.max(this.#waitsUntil, performance.now() + wait);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#delay);
    this.#spinner?.stop();
  }

  async #spin() {
    const { default: ora } = await import('ora');
    // a terminal whose size was never set has 0 columns, in which a spinner would print endless lines
    if (this.#stopped || this.stderr.columns === 0) return;
    // a function, since it changes with each frame
    const options = { stream: this.stderr, suffixText: () => this.#text(), discardStdin: false };
    this.#spinner = ora(options).start();
  }

  #text(): string {
    const { days, missing, activity } = this.work;
    if (this.#bytes > 0) return `the bank's file, ${(this.#bytes / 1e6).toFixed(1)} MB`;
    if (days === Number.POSITIVE_INFINITY) return `${activity} ${count(this.#done, 'day')}`;

    const toGo = missing - this.#done;
    const progress = `${grouped(days - toGo)} of ${count(days, 'day')}`;
    const done = activity ? `${activity} ${progress}` : `${progress}, ${grouped(toGo)} to go`;

    const wait = Math.ceil((this.#waitsUntil - performance.now()) / 1000);
    if (wait > 0) return `${done}, waiting ${wait} s for the service`;
    if (this.#done === 0) return done;
    const seconds = ((performance.now() - this.#started) / 1000 / this.#done) * toGo;
    return `${done}, ${duration(seconds)}`;
  }
}

function duration(seconds: number) {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
