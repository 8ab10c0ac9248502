import type { Code } from '../../currencies/code.ts';
import type { Dated, Finding } from './finding.ts';

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

/**
 * Compares the rates of a code, day by day, with the last one that was credible.
 * @param threshold 0.25: rates that differ by a quarter
 */
export function jumps(code: Code, threshold: number, found: (finding: Finding) => void) {
  const most = Math.log1p(threshold);
  let credible: Point | undefined;
  /** Out of line, and not yet known to come back; of a week at most. */
  let doubtful: Point[] = [];

  function isInLine({ log }: Point, before: Point): boolean {
    const factor = Math.abs(log - before.log);
    const isFlip = factor > leastFlip && Math.abs(log + before.log) < exact;
    return factor <= most && !isFlip;
  }

  function accept(point: Point): void {
    doubtful = [];
    credible = point;
  }

  function report(before: Point, first: Point, last?: Point): void {
    const factor = first.log - before.log;
    const lasting = isPowerOfTen(factor) ? 'redenomination' : 'jump';
    found({
      kind: Math.abs(first.log + before.log) <= near ? 'inverse' : last ? 'spike' : lasting,
      codes: [code],
      start: first.on.day,
      end: (last ?? first).on.day,
      figures: [before.rate, first.rate],
      size: Math.abs(factor),
    });
  }

  function stay(before: Point, first: Point): void {
    report(before, first);
    const [, ...others] = doubtful;
    accept(first);
    for (const { on, rate } of others) add(on, rate);
  }

  /** @param rate above 0 */
  function add(on: Dated, rate: number): void {
    const point = { on, rate, log: rate === credible?.rate ? credible.log : Math.log(rate) };
    const before = doubtful.at(-1) ?? credible;
    const [first = point] = doubtful;

    if (!credible || !before || daysAfter(before, on) > week) {
      accept(point);
    } else if (isInLine(point, credible)) {
      if (first !== point) report(credible, first, before);
      accept(point);
    } else {
      doubtful.push(point);
      if (daysAfter(first, on) >= week) stay(credible, first);
    }
  }

  return add;
}

const daysAfter = ({ on }: Point, later: Dated) => later.number - on.number;

function isPowerOfTen(factor: number): boolean {
  const power = Math.round(factor / Math.LN10);
  return power !== 0 && Math.abs(factor - power * Math.LN10) <= near;
}
