import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { type DayRates, pivotOf } from '../day-rates.ts';
import { type Outlier, Outliers } from '../outliers.ts';
import { Absence } from './absence.ts';
import { type CheckFinding, dated, worstFirst } from './finding.ts';
import { Jumps } from './jumps.ts';
import { Standstill } from './standstill.ts';

interface ZeroRun {
  readonly start: Day;
  readonly end: Day;
  readonly days: number;
}

interface WatchedCode {
  readonly jumps: Jumps;
  readonly standstill: Standstill;
}

/** What is odd in the rates of many days. */
export class StoreCheck {
  readonly #findings: CheckFinding[] = [];
  readonly #codes = new Map<Code, WatchedCode>();
  readonly #absence = new Absence();
  /** Stored days in a row with a rate of 0, which older versions stored. */
  readonly #zeros = new Map<string, ZeroRun>();
  readonly #outliers = new Outliers();
  readonly #odd: Outlier[] = [];

  /** @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump */
  constructor(private readonly threshold: number) {}

  /**
   * @param day later than all before, relative to the same currency; stored rates of 0 are its dropped ones
   */
  add(day: DayRates): void {
    this.#findings.push(...this.#absence.add(day));
    this.#addZeros(day);
    this.#odd.push(...this.#outliers.add(day.day, day.rates));
    const on = dated(day.day);
    const pivot = pivotOf(day);
    for (const [code, rate] of day.rates) {
      if (code === pivot) continue;
      const { jumps, standstill } = this.#codes.get(code) ?? this.#begin(code);
      jumps.add(on, rate);
      standstill.add(on, rate);
    }
  }

  end(): CheckFinding[] {
    for (const { standstill } of this.#codes.values()) standstill.end();
    for (const code of this.#zeros.keys()) this.#endZeros(code);
    this.#findings.push(...this.#absence.end());
    this.#odd.push(...this.#outliers.end());
    // a rate that another finding names is named once
    const isNamed = ({ code, day }: Outlier) =>
      this.#findings.some((one) => one.codes.includes(code) && isWithin(day, one));
    const odd = this.#odd.filter((outlier) => !isNamed(outlier)).map(asFinding);
    return [...this.#findings, ...odd].sort(worstFirst);
  }

  #begin(code: Code): WatchedCode {
    const watched = {
      jumps: new Jumps(code, this.threshold, this.#findings),
      standstill: new Standstill(code, this.#findings),
    };
    this.#codes.set(code, watched);
    return watched;
  }

  #addZeros({ day, dropped = [] }: DayRates): void {
    for (const code of this.#zeros.keys()) if (!dropped.includes(code)) this.#endZeros(code);
    for (const code of dropped) {
      const { start, days } = this.#zeros.get(code) ?? { start: day, days: 0 };
      this.#zeros.set(code, { start, end: day, days: days + 1 });
    }
  }

  #endZeros(code: string): void {
    const { start, end, days } = this.#zeros.get(code) as ZeroRun;
    this.#zeros.delete(code);
    this.#findings.push({ kind: 'zero', codes: [code as Code], start, end, figures: [0, days], size: days });
  }
}

const isWithin = (day: Day, { start, end = day }: CheckFinding) => start <= day && day <= end;

const asFinding = ({ day, code, rate, before, after }: Outlier): CheckFinding => ({
  kind: after === undefined ? 'jump' : 'odd',
  codes: [code],
  start: day,
  end: day,
  figures: [before, rate],
  size: Math.abs(Math.log(rate) - Math.log(before)),
});
