import { statSync } from 'node:fs';

/** How long a file has been unchanged while watched: clocks differ between machines, and are set. */
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

  isSame(): boolean {
    return markOf(this.#path) === this.#mark;
  }
}

function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}
