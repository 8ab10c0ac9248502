import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { type DayRates, pivotOf, relativeTo, sideIn } from '../day-rates.ts';
import { type CheckFinding, worstFirst } from './finding.ts';

interface Pair {
  readonly code: Code;
  readonly rate: number;
  readonly theirs: number;
}

/** Sets the rates of one source beside another's of the same days. */
export class Comparison {
  readonly #findings: CheckFinding[] = [];
  /** Findings of codes that differed on the last day that both have. */
  readonly #open = new Map<Code, CheckFinding>();
  readonly #apart: number[] = [];

  /** @param threshold 0.05: a rate is a twentieth above the other source's, or below */
  constructor(private readonly threshold: number) {}

  /**
   * @param held later than all before
   * @param other of that day, relative to any currency; undefined: there is none
   */
  add(held: DayRates, other: DayRates | undefined): void {
    const theirRates = other && relativeTo(other, sideIn(held))?.rates;
    for (const [code, theirs] of theirRates ?? []) {
      const rate = held.rates.get(code);
      if (rate !== undefined && code !== pivotOf(held)) this.#compare(held.day, { code, rate, theirs });
    }
  }

  end(): CheckFinding[] {
    return [...this.#findings, ...this.#open.values()].sort(worstFirst);
  }

  get pairs(): number {
    return this.#apart.length;
  }

  /** How far the pairs are apart; undefined if there are none. */
  median(): number | undefined {
    return Float64Array.from(this.#apart).sort()[(this.pairs - 1) >> 1];
  }

  #compare(day: Day, { code, rate, theirs }: Pair): void {
    const size = Math.abs(rate / theirs - 1);
    this.#apart.push(size);
    const open = this.#open.get(code);
    if (size >= this.threshold) {
      const worst = open && open.size >= size ? open : { figures: [rate, theirs], size };
      this.#open.set(code, { kind: 'differs', codes: [code], start: day, ...open, ...worst, end: day });
    } else if (open) {
      this.#open.delete(code);
      this.#findings.push(open);
    }
  }
}
