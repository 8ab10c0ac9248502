import { statSync } from 'node:fs';

/** How long a file has been as it is, while it was looked at: the clocks of machines differ, and are set. */
export class Standing {
  readonly #path: string;
  #mark = '';
  #since = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Milliseconds. */
  look(): number {
    const mark = markOf(this.#path);
    if (mark !== this.#mark) this.#since = performance.now();
    this.#mark = mark;
    return performance.now() - this.#since;
  }

  /** Whether it still is as it was at the last look. */
  isSame(): boolean {
    return markOf(this.#path) === this.#mark;
  }
}

/** Differs from that of any other file that is put there, and after each renewal. */
function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}
