import { type Day, numberOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { meanOf } from '../rates/computed.ts';
import { type DayRates, pivotOf } from '../rates/day-rates.ts';
import { ListedRates } from '../rates/listed-rates.ts';

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

/** How many rates on each side of one count. */
export const mostRates = 5;
const leastRates = 2;

/** How far away they may be, in days. */
export const reach = 10;

/** A rate that differs by less is never odd. */
const leastDifference = 0.08;

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

interface On {
  readonly day: Day;
  readonly at: number;
  readonly pivot: Code;
}

interface RecentDay {
  readonly at: number;
  readonly rates: DayRates['rates'];
}

/** Finds odd rates in held days as they pass, each when those after it are known. Remembers ten days. */
export class OddRates {
  readonly #recent: RecentDay[] = [];
  readonly #courses = new Map<Code, Course>();
  readonly #inOrder: Course[] = [];

  /** @param codes undefined: all */
  constructor(
    private readonly codes: ReadonlySet<Code> | undefined,
    private readonly found: (odd: Odd) => void,
  ) {}

  /** @param day later than all before, and relative to the same currency */
  add(published: DayRates): void {
    const { day, rates } = published;
    const on = { day, at: numberOf(day), pivot: pivotOf(published) };
    let place = 0;
    if (rates instanceof ListedRates) {
      const { codes } = rates.list;
      for (let at = 0; at < codes.length; at++)
        place = this.#addRate(on, place, codes[at] as Code, rates.rates[at] as number);
    } else {
      for (const [code, rate] of rates) place = this.#addRate(on, place, code, rate);
    }

    this.#recent.push({ at: on.at, rates });
    while (on.at - (this.#recent[0]?.at ?? on.at) >= reach) this.#recent.shift();
  }

  /** @param place in the order of codes; that of the next rate is given back */
  #addRate({ day, at, pivot }: On, place: number, code: Code, rate: number): number {
    // most days have the same codes in the same order, which spares a search
    let course = this.#inOrder[place];
    if (course?.code !== code) {
      if (code === pivot || (this.codes && !this.codes.has(code))) return place;
      course = this.#courseOf(code);
      this.#inOrder[place] = course;
    }
    if (!(rate >= course.low && rate <= course.high)) this.#judge(course, day, at, rate);
    return place + 1;
  }

  #courseOf(code: Code): Course {
    const course = this.#courses.get(code) ?? new Course(code);
    this.#courses.set(code, course);
    return course;
  }

  #judge(course: Course, day: Day, at: number, rate: number): void {
    course.suspects = course.suspects.filter((suspect) => {
      if (at - suspect.at <= reach) suspect.after.push(rate);
      if (at - suspect.at < reach && suspect.after.length < mostRates) return true;
      this.#tellIfOdd(course.code, suspect);
      return false;
    });

    const before = this.#ratesBefore(course.code, at);
    if (before.some((other) => !(differenceOf(rate, other) <= leastDifference)))
      course.suspects.push({ day, at, rate, before, after: [] });
    course.watch(rate, before);
  }

  /** The oldest first. */
  #ratesBefore(code: Code, at: number): number[] {
    const before: number[] = [];
    for (const { at: its, rates } of this.#recent.toReversed()) {
      const rate = at - its <= reach ? rates.get(code) : undefined;
      if (rate !== undefined && before.push(rate) === mostRates) break;
    }
    return before.reverse();
  }

  /** Whether later rates may show that one is odd. */
  get waits(): boolean {
    return [...this.#courses.values()].some(({ suspects }) => suspects.length > 0);
  }

  /** No held day comes after those that were added. */
  end(): void {
    const newest = this.#recent.at(-1)?.at;
    for (const { code, suspects } of this.#courses.values())
      for (const suspect of suspects.splice(0)) {
        this.#tellIfOdd(code, suspect);
        if (suspect.at === newest) this.#tellIfJump(code, suspect);
      }
  }

  #tellIfOdd(code: Code, { day, rate, before, after }: Suspect): void {
    if (before.length < leastRates || after.length < leastRates) return;
    // rates of 0 say nothing of others
    if (before.includes(0) || after.includes(0)) return;

    const one = median(before);
    const other = median(after);
    const difference = Math.min(differenceOf(rate, one), differenceOf(rate, other));
    const isFar = difference > mostDifference([...before, ...after]);
    // where the market moves, sides may differ, but less than half as much as the rate from the nearer one
    const isBeside = differenceOf(one, other) < difference / 2;
    if (rate === 0 || (isFar && isBeside)) this.found({ day, code, rate, before: one, after: other });
  }

  #tellIfJump(code: Code, { day, rate, before }: Suspect): void {
    if (before.length < leastRates || before.includes(0)) return;

    const usual = median(before);
    if (differenceOf(rate, usual) > mostDifference(before))
      this.found({ day, code, rate, before: usual, after: undefined });
  }
}

/** The rates of a code. Nearly each lies in a band with the five before it, and needs two comparisons. */
class Course {
  low = Number.POSITIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  suspects: Suspect[] = [];

  constructor(readonly code: Code) {}

  watch(rate: number, before: readonly number[]): void {
    const low = rate / bandWidth;
    const high = rate * bandWidth;
    const isCalm =
      this.suspects.length === 0 &&
      before.length === mostRates &&
      before.every((other) => other >= low && other <= high);
    this.low = isCalm ? low : Number.POSITIVE_INFINITY;
    this.high = high;
  }
}

function mostDifference(rates: readonly number[]): number {
  const all = rates.slice(1).map((rate, at) => differenceOf(rate, rates[at] ?? rate));
  return Math.max(leastDifference, moves * median(all));
}

const differenceOf = (rate: number, from: number) => Math.abs(rate / from - 1);

/** @param numbers at least one */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] ?? 0;
  const high = sorted[sorted.length >> 1] ?? low;
  return low === high ? low : meanOf([low, high]);
}
