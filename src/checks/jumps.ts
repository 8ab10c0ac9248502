import { countDays, type Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { Finding, FindingKind } from './finding.ts';

interface Point {
  readonly day: Day;
  readonly rate: number;
}

/** Days after which a jump has come to stay, and a gap ends all comparison. */
const week = 7;

/** How near to a power of ten, or to the inverse after a jump, a factor must be. */
const near = Math.log(1.12);

/** An inverse is also one that is this exact, where the jump to it is a small one. */
const exact = Math.log(1.02);
const leastFlip = Math.log(1.1);

/** Compares the rates of a code, day by day, with the last one that was credible. */
export class Jumps {
  readonly #code: Code;
  readonly #most: number;
  readonly #found: (finding: Finding) => void;
  #credible: Point | undefined;
  /** Out of line, and not yet known to come back; of a week at most. */
  #doubtful: Point[] = [];

  /** @param threshold 0.25: rates that differ by a quarter */
  constructor(code: Code, threshold: number, found: (finding: Finding) => void) {
    this.#code = code;
    this.#most = Math.log1p(threshold);
    this.#found = found;
  }

  /** @param rate above 0 */
  add(day: Day, rate: number): void {
    const point = { day, rate };
    const before = this.#doubtful.at(-1) ?? this.#credible;
    if (!before || daysAfter(before, day) > week) {
      this.#doubtful = [];
      this.#credible = point;
    } else if (!this.#credible || this.#isInLine(rate, this.#credible)) {
      this.#comeBack(point);
    } else {
      this.#doubtful.push(point);
      const [first = point] = this.#doubtful;
      if (daysAfter(first, day) >= week) this.#stay(first);
    }
  }

  #comeBack(point: Point): void {
    const [first] = this.#doubtful;
    if (first) this.#report(first, this.#doubtful.at(-1) ?? first, 'spike');
    this.#doubtful = [];
    this.#credible = point;
  }

  /** The first doubtful rate becomes credible, and the others are compared with it. */
  #stay(first: Point): void {
    this.#report(first, first, isPowerOfTen(this.#factorTo(first)) ? 'redenomination' : 'jump');
    const [, ...others] = this.#doubtful;
    this.#doubtful = [];
    this.#credible = first;
    for (const { day, rate } of others) this.add(day, rate);
  }

  #report(first: Point, last: Point, otherwise: FindingKind): void {
    const before = this.#credible?.rate ?? first.rate;
    const factor = this.#factorTo(first);
    this.#found({
      kind: Math.abs(Math.log(first.rate) + Math.log(before)) <= near ? 'inverse' : otherwise,
      codes: [this.#code],
      start: first.day,
      end: last.day,
      figures: [before, first.rate],
      size: Math.abs(factor),
    });
  }

  #isInLine(rate: number, before: Point): boolean {
    const [log, logBefore] = [Math.log(rate), Math.log(before.rate)];
    const factor = Math.abs(log - logBefore);
    const isFlip = factor > leastFlip && Math.abs(log + logBefore) < exact;
    return factor <= this.#most && !isFlip;
  }

  /** As a logarithm. */
  #factorTo({ rate }: Point): number {
    return Math.log(rate) - Math.log(this.#credible?.rate ?? rate);
  }
}

const daysAfter = ({ day }: Point, later: Day) => countDays(day, later) - 1;

function isPowerOfTen(factor: number): boolean {
  const power = Math.round(factor / Math.LN10);
  return power !== 0 && Math.abs(factor - power * Math.LN10) <= near;
}
