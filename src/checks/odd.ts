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
export const mostRates = 5;
const leastRates = 2;
export const reach = 10;

/** A rate that differs by less is never odd. */
const leastDifference = 0.08;

const longAgo = -reach - 1;

/** Rates between a rate divided and multiplied by this differ from one another by less. */
const bandWidth = 1.038;

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
    const inOrder = this.#inOrder;
    let place = 0;
    for (const [code, rate] of rates) {
      // most days have the same codes in the same order, which spares a search
      let course = inOrder[place];
      if (course?.code !== code) {
        if (code === base || (this.#codes && !this.#codes.has(code))) continue;
        course = this.#courseOf(code);
        inOrder[place] = course;
      }
      place++;
      course.add(day, at, rate);
    }
  }

  #courseOf(code: Code): Course {
    const course = this.#courses.get(code) ?? new Course(code, this.#found);
    this.#courses.set(code, course);
    return course;
  }

  /** Whether later rates may show that one is odd. */
  get waits(): boolean {
    return [...this.#courses.values()].some((course) => course.waits);
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
  // nearly every rate is within these, like the five before it, and needs no more than two comparisons
  readonly #band = Float64Array.of(0, 0);
  #within = 0;
  #suspects: Suspect[] = [];

  constructor(code: Code, found: (odd: Odd) => void) {
    this.code = code;
    this.#found = found;
  }

  get waits(): boolean {
    return this.#suspects.length > 0;
  }

  add(day: Day, at: number, rate: number): void {
    const band = this.#band;
    if (rate >= (band[0] as number) && rate <= (band[1] as number)) this.#within++;
    else {
      band[0] = rate / bandWidth;
      band[1] = rate * bandWidth;
      this.#within = 0;
    }
    if (this.#within < mostRates || this.#suspects.length > 0) this.#judge(day, at, rate);
    const next = this.#next;
    this.#rates[next] = rate;
    this.#days[next] = at;
    this.#next = next === mostRates - 1 ? 0 : next + 1;
  }

  #judge(day: Day, at: number, rate: number): void {
    if (this.#suspects.length > 0) this.#compareSuspects(at, rate);
    if (this.#isOutOfLine(at, rate))
      this.#suspects.push({ day, at, rate, before: this.#ratesBefore(at), after: [] });
  }

  #isOutOfLine(at: number, rate: number): boolean {
    for (let index = 0; index < mostRates; index++) {
      const isNear = at - (this.#days[index] as number) <= reach;
      if (isNear && !(differenceOf(rate, this.#rates[index] as number) <= leastDifference)) return true;
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

  #compareSuspects(at: number, rate: number): void {
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
