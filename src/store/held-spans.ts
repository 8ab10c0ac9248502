import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

type Rates = DayRates['rates'];

interface Span {
  readonly first?: Day;
  readonly last?: Day;
}

/** Days to look at for a code that neither the first nor the last stored day has. */
const probes = 64;

/**
 * The first and last stored day of each code. They are found by bisection, which reads a few dozen files instead of all; it
 * assumes that a code has a rate on every day in between.
 */
export class HeldSpans {
  readonly #days: readonly Day[];
  readonly #read: (day: Day) => Rates | undefined;
  readonly #known = new Map<Day, Rates | undefined>();

  /** @param read returns undefined if the day's file is damaged */
  constructor(days: readonly Day[], read: (day: Day) => Rates | undefined) {
    this.#read = read;
    const isHeld = (day: Day) => this.#rates(day) !== undefined;
    this.#days = days.slice(days.findIndex(isHeld), days.findLastIndex(isHeld) + 1);
  }

  newestCodes(): Iterable<Code> {
    const newest = this.#days.at(-1);
    return (newest && this.#rates(newest)?.keys()) ?? [];
  }

  /** Empty if no day with the code was found. */
  of(code: Code): Span {
    const end = this.#days.length - 1;
    const inside = this.#someWith(code);
    if (inside === undefined) return {};
    const first = this.#days[this.#has(0, code) ? 0 : this.#edge(inside, 0, code)];
    const last = this.#days[this.#has(end, code) ? end : this.#edge(inside, end, code)];
    return first && last ? { first, last } : {};
  }

  #someWith(code: Code): number | undefined {
    const end = this.#days.length - 1;
    if (end < 0) return undefined;
    const grid = Array.from({ length: probes }, (_, at) => Math.round((end * at) / (probes - 1)));
    return [end, ...grid].find((at) => this.#has(at, code));
  }

  /** The last index from `inside`, which has the code, towards `outside`, which does not. */
  #edge(inside: number, outside: number, code: Code): number {
    const step = Math.sign(outside - inside);
    while (Math.abs(outside - inside) > 1) {
      const middle = Math.trunc((inside + outside) / 2);
      let at = middle;
      while (at !== outside && !this.#ratesAt(at)) at += step;
      if (at !== outside && this.#has(at, code)) inside = at;
      else outside = middle;
    }
    return inside;
  }

  #has(at: number, code: Code): boolean {
    return this.#ratesAt(at)?.has(code) === true;
  }

  #ratesAt(at: number): Rates | undefined {
    const day = this.#days[at];
    return day && this.#rates(day);
  }

  #rates(day: Day): Rates | undefined {
    if (!this.#known.has(day)) this.#known.set(day, this.#read(day));
    return this.#known.get(day);
  }
}
