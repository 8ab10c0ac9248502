import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { Absence } from './absence.ts';
import { type Finding, worstFirst } from './finding.ts';
import { Jumps } from './jumps.ts';
import { Standstill } from './standstill.ts';

/** What is odd in the rates of many days, in one pass. Remembers a week of each code. */
export class Check {
  readonly #threshold: number;
  readonly #findings: Finding[] = [];
  readonly #codes = new Map<Code, { readonly jumps: Jumps; readonly standstill: Standstill }>();
  readonly #absence = new Absence((finding) => this.#findings.push(finding));

  /** @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** @param day later than all before, and relative to the same currency */
  add(day: DayRates): void {
    this.#absence.add(day);
    for (const [code, rate] of day.rates) {
      if (code === day.base || rate === 0) continue;
      const { jumps, standstill } = this.#of(code);
      jumps.add(day.day, rate);
      standstill.add(day.day, rate);
    }
  }

  /** The worst first. */
  end(): Finding[] {
    for (const { standstill } of this.#codes.values()) standstill.end();
    return this.#findings.sort(worstFirst);
  }

  #of(code: Code) {
    const known = this.#codes.get(code);
    if (known) return known;
    const found = (finding: Finding) => void this.#findings.push(finding);
    const created = {
      jumps: new Jumps(code, this.#threshold, found),
      standstill: new Standstill(code, found),
    };
    this.#codes.set(code, created);
    return created;
  }
}
