import { countDays, type Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { Finding } from './finding.ts';

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

/**
 * Compares the rates of a code, day by day, with the last one that was credible.
 * @param threshold 0.25: rates that differ by a quarter
 */
export function jumps(code: Code, threshold: number, found: (finding: Finding) => void) {
  const most = Math.log1p(threshold);
  let credible: Point | undefined;
  /** Out of line, and not yet known to come back; of a week at most. */
  let doubtful: Point[] = [];

  function isInLine(rate: number, before: Point): boolean {
    const log = Math.log(rate);
    const logBefore = Math.log(before.rate);
    const factor = Math.abs(log - logBefore);
    const isFlip = factor > leastFlip && Math.abs(log + logBefore) < exact;
    return factor <= most && !isFlip;
  }

  function accept(point: Point): void {
    doubtful = [];
    credible = point;
  }

  function report(first: Point, last: Point, otherwise: (factor: number) => Finding['kind']): void {
    const before = credible?.rate ?? first.rate;
    const factor = Math.log(first.rate) - Math.log(before);
    found({
      kind: Math.abs(Math.log(first.rate) + Math.log(before)) <= near ? 'inverse' : otherwise(factor),
      codes: [code],
      start: first.day,
      end: last.day,
      figures: [before, first.rate],
      size: Math.abs(factor),
    });
  }

  function stay(first: Point): void {
    report(first, first, (factor) => (isPowerOfTen(factor) ? 'redenomination' : 'jump'));
    const [, ...others] = doubtful;
    accept(first);
    for (const { day, rate } of others) add(day, rate);
  }

  /** @param rate above 0 */
  function add(day: Day, rate: number): void {
    const point = { day, rate };
    const before = doubtful.at(-1) ?? credible;
    const [first = point] = doubtful;

    if (!credible || !before || daysAfter(before, day) > week) {
      accept(point);
    } else if (isInLine(rate, credible)) {
      if (first !== point) report(first, before, () => 'spike');
      accept(point);
    } else {
      doubtful.push(point);
      if (daysAfter(first, day) >= week) stay(first);
    }
  }

  return add;
}

const daysAfter = ({ day }: Point, later: Day) => countDays(day, later) - 1;

function isPowerOfTen(factor: number): boolean {
  const power = Math.round(factor / Math.LN10);
  return power !== 0 && Math.abs(factor - power * Math.LN10) <= near;
}
