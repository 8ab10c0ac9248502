import { addDays, type Day } from '../calendar/day.ts';
import { Failure } from '../errors.ts';
import type { Store } from './store.ts';

export interface Neighbour {
  readonly day: Day;
  readonly codes: number;
}

/** A month, so that a service that has always had few codes, or has given some up, is not doubted. */
const farthest = 31;

export class Neighbours {
  readonly #codes: Map<Day, number | undefined>;

  /** @param codes of days that are known already  @param isHeld undefined: what has a file now */
  constructor(
    private readonly store: Store,
    codes: ReadonlyMap<Day, number>,
    private readonly isHeld: (day: Day) => boolean = () => true,
  ) {
    this.#codes = new Map(codes);
  }

  /** The nearest whole day, the earlier of two, if a day has fewer than half its codes. */
  richer(day: Day, codes: number): Neighbour | undefined {
    for (let away = 1; away <= farthest; away++)
      for (const near of [addDays(day, -away), addDays(day, away)]) {
        const there = this.#codesOf(near);
        if (there !== undefined) return codes * 2 < there ? { day: near, codes: there } : undefined;
      }
    return undefined;
  }

  /** Undefined if the day is not held, or waits to be asked for again itself. */
  #codesOf(day: Day): number | undefined {
    if (!this.isHeld(day) || this.store.sparse.isDue(day)) return undefined;
    if (!this.#codes.has(day)) this.#codes.set(day, this.#count(day));
    return this.#codes.get(day);
  }

  #count(day: Day): number | undefined {
    try {
      return this.store.peek(day)?.rates.size;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return undefined;
    }
  }
}

export function sparseWords(codes: number, { day, codes: there }: Neighbour): string {
  return `has ${codes} ${codes === 1 ? 'code' : 'codes'}, ${day} has ${there}`;
}
