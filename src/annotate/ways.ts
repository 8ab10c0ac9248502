import { Failure } from '../errors.ts';
import { either, inWords, quoted } from '../words.ts';
import type { Counted } from './table.ts';

interface Cell<Way extends string, Said extends string> {
  /** What the cell says in each way; undefined if it cannot be read so. */
  readonly readings: Readonly<Record<Way, Said | undefined>>;
  /** `"01/02/2024" in line 3` */
  readonly place: string;
}

interface Decision<Way extends string> {
  readonly way: Way;
  /** For the user, where nothing shows it but a day that would be to come otherwise. */
  readonly note?: string | undefined;
}

const optionFor = { days: '--date-format', amounts: '--decimal' };

interface CellsOf {
  readonly what: keyof typeof optionFor;
  readonly counted: Counted;
}

/** A column whose cells may be readable in several ways: some row has to show which one it is. */
export class Ways<Way extends string, Said extends string> {
  /** The first cell of each kind: those of one kind tell the same ways apart. */
  readonly #cells = new Map<number, Cell<Way, Said>>();

  /** @param isToCome whether no cell says this that can be read otherwise */
  constructor(
    private readonly ways: readonly Way[],
    private readonly of: CellsOf,
    private readonly isToCome: (said: Said) => boolean = () => false,
  ) {}

  see(readings: Cell<Way, Said>['readings'], text: string, line: number): void {
    // nearly always true
    if (isSame(this.ways, readings)) return;

    const kind = this.#kindOf(readings);
    if (!this.#cells.has(kind))
      this.#cells.set(kind, { readings, place: `${quoted(text)} in ${this.of.counted} ${line}` });
  }

  /** @throws a usage error if no row shows the way, or rows differ */
  decide(): Decision<Way> {
    const all = [...this.#cells.values()];
    // days that are to come in any way show nothing
    const cells = all.filter((cell) => this.ways.some((way) => this.#isLikely(way, cell)));
    const readable = this.ways.filter((way) => cells.every(({ readings }) => readings[way] !== undefined));
    const [one] = readable;
    if (one === undefined) throw this.#ofTwoKinds(cells);

    const likely = readable.filter((way) => cells.every((cell) => this.#isLikely(way, cell)));
    const left = likely.length > 0 ? likely : readable;
    const doubt = doubtful(all, left);
    if (doubt) throw this.#inDoubt(doubt);

    const readsAll = (each: Way) => all.every(({ readings }) => readings[each] !== undefined);
    const way = left.find(readsAll) ?? left[0] ?? one;
    return { way, note: likely.length > 0 ? this.#noteFor(way, cells, readable) : undefined };
  }

  /** A number that tells in which ways the cell says the same, nothing, or what is to come. */
  #kindOf(readings: Cell<Way, Said>['readings']): number {
    let kind = 0;
    for (const way of this.ways) {
      const said = readings[way];
      let same = 0;
      while (readings[this.ways[same] ?? way] !== said) same++;
      const sort = said === undefined ? 0 : this.isToCome(said) ? 1 : 2;
      kind = (kind * this.ways.length + same) * 3 + sort;
    }
    return kind;
  }

  #isLikely(way: Way, { readings }: Cell<Way, Said>): boolean {
    return readings[way] !== undefined && !this.isToCome(readings[way]);
  }

  #noteFor(way: Way, cells: readonly Cell<Way, Said>[], readable: readonly Way[]): string | undefined {
    const doubt = doubtful(cells, readable);
    for (const other of doubt?.ways ?? []) {
      const cell = cells.find((each) => !this.#isLikely(other, each));
      if (cell) return `the ${this.of.what} are read as ${way}: as ${other}, ${cell.place} is still to come`;
    }
    return undefined;
  }

  #ofTwoKinds(cells: readonly Cell<Way, Said>[]): Failure {
    const waysOf = ({ readings }: Cell<Way, Said>) => this.ways.filter((way) => readings[way] !== undefined);
    const areApart = (one: Cell<Way, Said>, other: Cell<Way, Said>) =>
      !waysOf(one).some((way) => waysOf(other).includes(way));

    const pairs = cells.flatMap((one) => cells.map((other) => [one, other] as const));
    const kinds = pairs.find(([one, other]) => areApart(one, other)) ?? cells;
    const places = kinds.map(({ place }) => place).join(' and ');
    const options = this.#options(kinds.flatMap((cell) => waysOf(cell).slice(0, 1)));
    const hint = `${options} reads one kind and leaves the other out`;
    return new Failure('ambiguous_column', `the ${this.of.what} are of two kinds: ${places}`, hint);
  }

  #inDoubt({ cell: { readings, place }, ways }: Doubt<Way, Said>): Failure {
    const all = either(ways.map((way) => `${readings[way]} (${way})`));
    const what = `the ${this.of.what} can be read in ${inWords(ways.length)} ways`;
    return new Failure(
      'ambiguous_column',
      `${what}, such as ${place}: ${all}`,
      `${this.#options(ways)} says which`,
    );
  }

  #options(ways: readonly Way[]): string {
    return either(ways.map((way) => `${optionFor[this.of.what]} ${way}`));
  }
}

function isSame<Way extends string>(ways: readonly Way[], readings: Readonly<Record<Way, unknown>>) {
  for (const way of ways) if (readings[way] !== readings[ways[0] ?? way]) return false;
  return true;
}

interface Doubt<Way extends string, Said extends string> {
  readonly cell: Cell<Way, Said>;
  /** One for each of the several things that the cell may say. */
  readonly ways: readonly Way[];
}

/** The cell that says most in these ways; undefined if none says several things. */
function doubtful<Way extends string, Said extends string>(
  cells: readonly Cell<Way, Said>[],
  among: readonly Way[],
): Doubt<Way, Said> | undefined {
  const all = cells.map((cell) => {
    const readable = among.filter((way) => cell.readings[way] !== undefined);
    const said = readable.map((way) => cell.readings[way]);
    return { cell, ways: readable.filter((_, at) => said.indexOf(said[at]) === at) };
  });
  const [most] = all.sort((one, other) => other.ways.length - one.ways.length);
  return most && most.ways.length > 1 ? most : undefined;
}
