/** How many tries there are until something was sent to the source. */
export const mostFirstTries = 3;

/** How long after the first failure a try may begin; in milliseconds, as all times here. */
const patience = 3000;

/** How long to wait after failed try number `tried`, counted from 1; `random` in [0, 1) is the jitter. */
export function untilNextTry(tried: number, random: number): number {
  return 500 * (tried + 1) * (1 + random / 10);
}

/** While nothing has been sent yet, tries are few and quick, and those of all requests count together. */
export class FirstContact {
  isMade = false;
  #tries = 0;
  #firstFailed = 0;
  #lastFailed = Number.NEGATIVE_INFINITY;
  #wait = Number.POSITIVE_INFINITY;

  constructor(private readonly most: number) {}

  /** How long to wait for the next try, for ever if there is none. Tries under way at once are one. */
  failed(began: number, now: number, random: number): number {
    if (began <= this.#lastFailed) return this.#wait;
    if (this.#wait === Number.POSITIVE_INFINITY) {
      this.#tries = 0;
      this.#firstFailed = now;
    }
    this.#tries++;
    this.#lastFailed = now;

    const isLast = this.#tries >= Math.min(this.most, mostFirstTries) || now - this.#firstFailed > patience;
    this.#wait = isLast ? Number.POSITIVE_INFINITY : untilNextTry(this.#tries, random);
    return this.#wait;
  }
}
