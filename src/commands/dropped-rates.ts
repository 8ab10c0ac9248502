import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { printable } from './printable.ts';

/** The rates of answers that are none, by code. */
export class DroppedRates {
  readonly #daysOf = new Map<string, Day[]>();

  add(code: string, day: Day): void {
    listAt(this.#daysOf, code).push(day);
  }

  /** A line for all codes that have no rate on the same days. */
  *inWords(isMeant: (code: string) => boolean): Generator<string> {
    const codesOn = new Map<string, string[]>();
    for (const [code, days] of this.#daysOf)
      if (isMeant(code)) listAt(codesOn, daysInWords(days)).push(printable(code));
    for (const [days, codes] of codesOn) yield `no usable rate of ${codes.join(', ')} on ${days}`;
  }
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
