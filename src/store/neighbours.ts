import { addDays, type Day } from '../calendar/day.ts';
import { ifPossible } from '../errors.ts';
import type { Store } from './store.ts';

export interface Neighbour {
  readonly day: Day;
  readonly codes: number;
}

/** A month, so that a service that has always had few codes, or has given some up, is not doubted. */
const farthest = 31;

export type Richer = ReturnType<typeof richerIn>;

/** Finds the nearest whole day, the earlier of two, if a day has fewer than half its codes. @param known codes of days */
export function richerIn(store: Store, known: ReadonlyMap<Day, number>, isHeld = (_: Day) => true) {
  const counts = new Map<Day, number | undefined>(known);

  /** Undefined if the day is not held, or waits to be asked for again itself. */
  function codesOf(day: Day): number | undefined {
    if (!isHeld(day) || store.sparse.isDue(day)) return undefined;
    const codes = counts.has(day) ? counts.get(day) : ifPossible(() => store.peek(day)?.rates.size);
    counts.set(day, codes);
    return codes;
  }

  return (day: Day, codes: number): Neighbour | undefined => {
    for (let away = 1; away <= farthest; away++)
      for (const near of [addDays(day, -away), addDays(day, away)]) {
        const there = codesOf(near);
        if (there !== undefined) return codes * 2 < there ? { day: near, codes: there } : undefined;
      }
    return undefined;
  };
}

export function sparseWords(codes: number, { day, codes: there }: Neighbour): string {
  return `has ${codes} ${codes === 1 ? 'code' : 'codes'}, ${day} has ${there}`;
}
