import type { Code } from '../../currencies/code.ts';
import type { CheckFinding, Dated } from './finding.ts';

interface Point {
  readonly on: Dated;
  readonly rate: number;
  readonly log: number;
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
  #credible: Point | undefined;
  /** Out of line, and not yet known to come back; of a week at most. */
  #doubtful: Point[] = [];
  readonly #most: number;

  /** @param threshold 0.25: rates that differ by a quarter @param findings gets what is found */
  constructor(
    private readonly code: Code,
    threshold: number,
    private readonly findings: CheckFinding[],
  ) {
    this.#most = Math.log1p(threshold);
  }

  /** @param rate above 0 */
  add(on: Dated, rate: number): void {
    const point = { on, rate, log: Math.log(rate) };
    const credible = this.#credible;
    const before = this.#doubtful.at(-1) ?? credible;
    const [first = point] = this.#doubtful;

    if (!credible || !before || daysAfter(before, on) > week) {
      this.#accept(point);
    } else if (this.#isInLine(point, credible)) {
      if (first !== point) this.#report(credible, first, before);
      this.#accept(point);
    } else {
      this.#doubtful.push(point);
      if (daysAfter(first, on) >= week) this.#stay(credible, first);
    }
  }

  #isInLine({ log }: Point, before: Point): boolean {
    const factor = Math.abs(log - before.log);
    const isFlip = factor > leastFlip && Math.abs(log + before.log) < exact;
    return factor <= this.#most && !isFlip;
  }

  #accept(point: Point): void {
    this.#doubtful = [];
    this.#credible = point;
  }

  #stay(before: Point, first: Point): void {
    this.#report(before, first);
    const [, ...others] = this.#doubtful;
    this.#accept(first);
    for (const { on, rate } of others) this.add(on, rate);
  }

  #report(before: Point, first: Point, last?: Point): void {
    const factor = first.log - before.log;
    const lasting = isPowerOfTen(factor) ? 'redenomination' : 'jump';
    this.findings.push({
      kind: Math.abs(first.log + before.log) <= near ? 'inverse' : last ? 'spike' : lasting,
      codes: [this.code],
      start: first.on.day,
      end: (last ?? first).on.day,
      figures: [before.rate, first.rate],
      size: Math.abs(factor),
    });
  }
}

const daysAfter = ({ on }: Point, later: Dated) => later.number - on.number;

function isPowerOfTen(factor: number): boolean {
  const power = Math.round(factor / Math.LN10);
  return power !== 0 && Math.abs(factor - power * Math.LN10) <= near;
}
