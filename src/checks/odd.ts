import { type Day, dayLength, startOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
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

const longAgo = -reach - 1;

/** Within these parts of another rate, a rate cannot be odd. */
const inLine = { from: 1 - leastDifference, to: 1 + leastDifference };

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
  readonly #inOrder: Course[] = [];
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
    let place = 0;
    for (const [code, rate] of rates) {
      if (code === base || (this.#codes && !this.#codes.has(code))) continue;
      this.#courseOf(code, place++).add(day, at, rate);
    }
  }

  /** Most days have the same codes in the same order, which spares a search. */
  #courseOf(code: Code, place: number): Course {
    const likely = this.#inOrder[place];
    if (likely?.code === code) return likely;
    const course = this.#courses.get(code) ?? new Course(code, this.#found);
    this.#courses.set(code, course);
    this.#inOrder[place] = course;
    return course;
  }

  /** No held day comes after those that were added. */
  end(): void {
    for (const course of this.#courses.values()) course.end(this.#newest);
  }
}

/** The rates of a code. */
class Course {
  readonly code: Code;
  readonly #found: (odd: Odd) => void;
  // the last rates and their days in a ring, since every rate of a long series passes here
  readonly #rates = new Float64Array(mostRates);
  readonly #days = new Int32Array(mostRates).fill(longAgo);
  #next = 0;
  #suspects: Suspect[] = [];

  constructor(code: Code, found: (odd: Odd) => void) {
    this.code = code;
    this.#found = found;
  }

  add(day: Day, at: number, rate: number): void {
    if (this.#suspects.length > 0) this.#judge(at, rate);
    if (this.#isOutOfLine(at, rate))
      this.#suspects.push({ day, at, rate, before: this.#ratesBefore(at), after: [] });
    this.#rates[this.#next] = rate;
    this.#days[this.#next] = at;
    this.#next = (this.#next + 1) % mostRates;
  }

  #isOutOfLine(at: number, rate: number): boolean {
    for (let index = 0; index < mostRates; index++) {
      const before = this.#rates[index] as number;
      const isInLine = rate >= before * inLine.from && rate <= before * inLine.to;
      if (!isInLine && at - (this.#days[index] as number) <= reach) return true;
    }
    return false;
  }

  /** The oldest first. */
  #ratesBefore(at: number): number[] {
    const inOrder = Array.from(this.#rates, (_, index) => (this.#next + index) % mostRates);
    const near = inOrder.filter((index) => at - (this.#days[index] as number) <= reach);
    return near.map((index) => this.#rates[index] as number);
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
      this.#found({ day, code: this.code, rate, before: one, after: other });
  }

  #tellIfJump({ day, rate, before }: Suspect): void {
    if (before.length < leastRates || before.includes(0)) return;
    const one = median(before);
    if (differs(rate, one, mostDifference(before)))
      this.#found({ day, code: this.code, rate, before: one, after: undefined });
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
  return low === high ? low : meanOf([low, high]);
}
