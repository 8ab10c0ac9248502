import { addDays, type Day } from '../calendar/day.ts';
import { ifPossible } from '../errors.ts';
import type { Store } from './store.ts';

export interface Neighbour {
  readonly day: Day;
  readonly codes: number;
}

/** A month, so that a service that has always had few codes, or has given some up, is not doubted. */
const farthest = 31;

/** The nearest whole day, the earlier of two, if so many codes are fewer than half of those it has. */
export type Richer = (day: Day, codes: number) => Neighbour | undefined;

/** @param known how many codes days have, where that need not be read */
export function richerIn(store: Store, known: ReadonlyMap<Day, number>, isStored = (_: Day) => true): Richer {
  const counts = new Map<Day, number | undefined>(known);

  /** Undefined if the day is not held. */
  function codesOf(day: Day): number | undefined {
    if (!isStored(day)) return undefined;
    const codes = counts.has(day) ? counts.get(day) : ifPossible(() => store.peek(day)?.rates.size);
    counts.set(day, codes);
    return codes;
  }

  return (day, codes) => {
    for (let away = 1; away <= farthest; away++) {
      for (const near of [addDays(day, -away), addDays(day, away)]) {
        const there = codesOf(near);
        if (there !== undefined) return codes * 2 < there ? { day: near, codes: there } : undefined;
      }
    }
    return undefined;
  };
}

export function sparseWords(codes: number, { day, codes: there }: Neighbour): string {
  return `has ${codes} ${codes === 1 ? 'code' : 'codes'}, ${day} has ${there}`;
}
