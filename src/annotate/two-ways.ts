import { usageError } from '../errors.ts';

/** What a cell says if its column is written in one way or the other; undefined if it cannot be. */
export type Readings<Way extends string, Value> = Readonly<Record<Way, Value | undefined>>;

interface Seen {
  readonly line: number;
  readonly text: string;
}

/** A column whose cells may be readable in two ways: some row has to show which one it is. */
export class TwoWays<Way extends string> {
  readonly #ways: readonly [Way, Way];
  readonly #what: string;
  readonly #option: string;
  /** The first cell that can only be read in this way. */
  readonly #shown = new Map<Way, Seen>();
  #doubtful: Seen | undefined;

  /** @param what the cells are, in the plural  @param option that settles the matter */
  constructor(ways: readonly [Way, Way], what: string, option: string) {
    this.#ways = ways;
    this.#what = what;
    this.#option = option;
  }

  see(readings: Readings<Way, unknown>, text: string, line: number): void {
    const [one, other] = this.#ways;
    if (readings[one] === readings[other]) return;
    if (readings[one] !== undefined && readings[other] !== undefined) this.#doubtful ??= { line, text };
    else this.#show(readings[one] === undefined ? other : one, { line, text });
  }

  #show(way: Way, seen: Seen): void {
    if (!this.#shown.has(way)) this.#shown.set(way, seen);
  }

  /** @throws a usage error if no row shows it, or rows differ */
  decide(): Way {
    const [one, other] = this.#ways;
    const [first, second] = this.#ways.map((way) => this.#shown.get(way));
    if (first && second)
      throw usageError(
        `the ${this.#what} are of two kinds: ${place(first)} and ${place(second)}`,
        `${this.#option} ${one} or ${this.#option} ${other} reads one kind and leaves the other out`,
      );
    if (!first && !second && this.#doubtful)
      throw usageError(
        `the ${this.#what} can be read in two ways, such as ${place(this.#doubtful)}`,
        `${this.#option} ${one} or ${this.#option} ${other} says which`,
      );
    return second ? other : one;
  }
}

const place = ({ text, line }: Seen) => `${JSON.stringify(text)} in line ${line}`;
