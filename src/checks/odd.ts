import { type Day, dayLength, startOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

/** A rate that is out of line with the held rates around it. */
export interface Odd {
  readonly day: Day;
  readonly code: Code;
  readonly rate: number;
  /** The medians of the rates before and after it. */
  readonly before: number;
  /** Undefined: it is the newest, and may have come to stay. */
  readonly after: number | undefined;
}

/** Rates on each side that count, and how far away they may be, in days. */
const mostRates = 5;
const leastRates = 2;
export const reach = 10;

/** A rate that differs by less is never odd. */
const leastDifference = 0.08;

/** Median moves from day to day that a rate must differ by, where they are large. */
const moves = 10;

interface Suspect {
  readonly day: Day;
  readonly at: number;
  readonly rate: number;
  readonly before: readonly number[];
  readonly after: number[];
}

/** Finds odd rates in held days as they pass; each is told when the rates after it are known. Remembers ten days of each code. */
export class OddRates {
  readonly #codes: ReadonlySet<Code> | undefined;
  readonly #found: (odd: Odd) => void;
  readonly #courses = new Map<Code, Course>();
  #newest = Number.NEGATIVE_INFINITY;

  /** @param codes undefined: all */
  constructor(codes: ReadonlySet<Code> | undefined, found: (odd: Odd) => void) {
    this.#codes = codes;
    this.#found = found;
  }

  /** @param day later than all before, and relative to the same currency */
  add({ day, base, rates }: DayRates): void {
    const at = startOf(day) / dayLength;
    this.#newest = at;
    for (const [code, rate] of rates) {
      if (code === base || (this.#codes && !this.#codes.has(code))) continue;
      let course = this.#courses.get(code);
      if (!course) {
        course = new Course(code, this.#found);
        this.#courses.set(code, course);
      }
      course.add(day, at, rate);
    }
  }

  /** No held day comes after those that were added. */
  end(): void {
    for (const course of this.#courses.values()) course.end(this.#newest);
  }
}

/** The rates of a code. */
class Course {
  readonly #code: Code;
  readonly #found: (odd: Odd) => void;
  #last: { readonly at: number; readonly rate: number }[] = [];
  #suspects: Suspect[] = [];

  constructor(code: Code, found: (odd: Odd) => void) {
    this.#code = code;
    this.#found = found;
  }

  add(day: Day, at: number, rate: number): void {
    if (this.#suspects.length > 0) this.#judge(at, rate);
    const last = this.#last;
    while (last.length > 0 && at - (last[0]?.at ?? 0) > reach) last.shift();
    if (last.some((one) => differs(rate, one.rate, leastDifference)))
      this.#suspects.push({ day, at, rate, before: last.map((one) => one.rate), after: [] });
    if (last.length === mostRates) last.shift();
    last.push({ at, rate });
  }

  end(newest: number): void {
    for (const suspect of this.#suspects) {
      this.#tellIfOdd(suspect);
      if (suspect.at === newest) this.#tellIfJump(suspect);
    }
    this.#suspects = [];
  }

  #judge(at: number, rate: number): void {
    this.#suspects = this.#suspects.filter((suspect) => {
      if (at - suspect.at <= reach) suspect.after.push(rate);
      if (at - suspect.at < reach && suspect.after.length < mostRates) return true;
      this.#tellIfOdd(suspect);
      return false;
    });
  }

  #tellIfOdd({ day, rate, before, after }: Suspect): void {
    if (before.length < leastRates || after.length < leastRates) return;
    // rates of 0 say nothing of others
    if (before.includes(0) || after.includes(0)) return;
    const [one, other] = [median(before), median(after)];
    const most = mostDifference([...before, ...after]);
    const standsOut = differs(rate, one, most) && differs(rate, other, most);
    if (rate === 0 || (standsOut && differenceOf(one, other) < most / 2))
      this.#found({ day, code: this.#code, rate, before: one, after: other });
  }

  #tellIfJump({ day, rate, before }: Suspect): void {
    if (before.length < leastRates || before.includes(0)) return;
    const one = median(before);
    if (differs(rate, one, mostDifference(before)))
      this.#found({ day, code: this.#code, rate, before: one, after: undefined });
  }
}

function mostDifference(rates: readonly number[]): number {
  const all = rates.slice(1).map((rate, at) => differenceOf(rate, rates[at] ?? rate));
  return Math.max(leastDifference, moves * median(all));
}

const differenceOf = (rate: number, from: number) => Math.abs(rate / from - 1);

const differs = (rate: number, from: number, most: number) => differenceOf(rate, from) > most;

/** @param numbers at least one */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}
