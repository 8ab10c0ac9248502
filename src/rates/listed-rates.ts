import type { Code } from '../currencies/code.ts';

/** Codes in an order that many days share. */
export class CodeList {
  #places: ReadonlyMap<Code, number> | undefined;
  #isSorted: boolean | undefined;

  constructor(readonly codes: readonly Code[]) {}

  placeOf(code: Code): number | undefined {
    this.#places ??= new Map(this.codes.map((each, place) => [each, place]));
    return this.#places.get(code);
  }

  get isSorted(): boolean {
    this.#isSorted ??= this.codes.every((code, at) => at === 0 || (this.codes[at - 1] ?? '') < code);
    return this.#isSorted;
  }
}

/**
 * A day's rates as two lists: a map of them takes ten times the room, and as long to make as all the rest of
 * reading a day. Whoever passes through hundreds of thousands takes the lists, all others the map.
 */
export class ListedRates implements ReadonlyMap<Code, number> {
  #map: ReadonlyMap<Code, number> | undefined;

  /** @param rates of the codes, in their order */
  constructor(
    readonly list: CodeList,
    readonly rates: Float64Array,
  ) {}

  get size(): number {
    return this.rates.length;
  }

  get(code: Code): number | undefined {
    const place = this.list.placeOf(code);
    return place === undefined ? undefined : this.rates[place];
  }

  has(code: Code): boolean {
    return this.list.placeOf(code) !== undefined;
  }

  keys() {
    return this.list.codes.values() as MapIterator<Code>;
  }

  values() {
    return this.rates.values() as MapIterator<number>;
  }

  entries() {
    return this.#asMap().entries();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  forEach(act: (rate: number, code: Code, map: ReadonlyMap<Code, number>) => void): void {
    for (const [code, rate] of this) act(rate, code, this);
  }

  #asMap(): ReadonlyMap<Code, number> {
    this.#map ??= new Map(this.list.codes.map((code, place) => [code, this.rates[place] ?? Number.NaN]));
    return this.#map;
  }
}

export function listed(rates: ReadonlyMap<Code, number>): ListedRates {
  return rates instanceof ListedRates
    ? rates
    : new ListedRates(new CodeList([...rates.keys()]), numbersOf(rates));
}

/** Half as long as from an iterator. */
export const numbersOf = (rates: ReadonlyMap<Code, number>) => new Float64Array([...rates.values()]);

/** @param change of each rate; NaN leaves it out */
export function changed(
  rates: ReadonlyMap<Code, number>,
  change: (rate: number, code: Code) => number,
): ReadonlyMap<Code, number> {
  if (!(rates instanceof ListedRates)) return changedMap(rates, change);

  const { list } = rates;
  const row = new ListedRates(
    list,
    rates.rates.map((rate, place) => change(rate, list.codes[place] as Code)),
  );
  return row.rates.some(Number.isNaN) ? changedMap(row, (rate) => rate) : row;
}

function changedMap(...[rates, change]: Parameters<typeof changed>): ReadonlyMap<Code, number> {
  const all = new Map<Code, number>();
  for (const [code, rate] of rates) {
    const other = change(rate, code);
    if (!Number.isNaN(other)) all.set(code, other);
  }
  return all;
}
