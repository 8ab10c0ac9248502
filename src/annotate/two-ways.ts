import { BadFile, type FileTrouble, type SeenCell } from './bad-file.ts';

/** What a cell says if its column is written in one way or the other; undefined if it cannot be. */
export type Readings<Way extends string, Value> = Readonly<Record<Way, Value | undefined>>;

type Doubt = Extract<FileTrouble, { readonly what: string }>;

/** A column whose cells may be readable in two ways: some row has to show which one it is. */
export class TwoWays<Way extends string> {
  readonly #ways: readonly [Way, Way];
  readonly #what: Doubt['what'];
  /** The first cell that can only be read in this way. */
  readonly #shown = new Map<Way, SeenCell>();
  #doubtful: SeenCell | undefined;

  constructor(ways: readonly [Way, Way], what: Doubt['what']) {
    this.#ways = ways;
    this.#what = what;
  }

  see(readings: Readings<Way, unknown>, text: string, line: number): void {
    const [one, other] = this.#ways;
    if (readings[one] === readings[other]) return;
    if (readings[one] !== undefined && readings[other] !== undefined) this.#doubtful ??= { line, text };
    else this.#show(readings[one] === undefined ? other : one, { line, text });
  }

  #show(way: Way, seen: SeenCell): void {
    if (!this.#shown.has(way)) this.#shown.set(way, seen);
  }

  /** @throws BadFile if no row shows it, or rows differ */
  decide(): Way {
    const [one, other] = this.#ways;
    const [first, second] = this.#ways.map((way) => this.#shown.get(way));
    if (first && second) throw this.#bad('two kinds', first, second);
    if (!first && !second && this.#doubtful) throw this.#bad('two readings', this.#doubtful);
    return second ? other : one;
  }

  #bad(is: Doubt['is'], ...cells: readonly SeenCell[]): BadFile {
    return new BadFile({ is, what: this.#what, ways: this.#ways, cells });
  }
}
