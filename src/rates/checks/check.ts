import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { type DayRates, pivotOf } from '../day-rates.ts';
import { listed } from '../listed-rates.ts';
import { type Outlier, Outliers } from '../outliers.ts';
import { Absence } from './absence.ts';
import { type Dated, dated, type Finding, worstFirst } from './finding.ts';
import { jumps } from './jumps.ts';
import { type Standstill, standstill } from './standstill.ts';

interface Watched {
  readonly jump: (on: Dated, rate: number) => void;
  readonly stand: Standstill;
}

/** What is odd in the rates of many days. */
export class Check {
  readonly #findings: Finding[] = [];
  readonly #found = (finding: Finding) => void this.#findings.push(finding);
  readonly #codes = new Map<Code, Watched>();
  readonly #absence = new Absence();
  readonly #zeros = zeros(this.#found);
  readonly #outliers = new Outliers();
  readonly #odd: Outlier[] = [];

  /** @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump */
  constructor(private readonly threshold: number) {}

  /**
   * @param day later than all before, relative to the same currency; stored rates of 0 are its dropped ones
   */
  add(day: DayRates): void {
    this.#findings.push(...this.#absence.add(day));
    this.#zeros.add(day);
    this.#odd.push(...this.#outliers.add(day.day, day.rates));
    const on = dated(day.day);
    const pivot = pivotOf(day);
    const { list, rates } = listed(day.rates);
    for (const [place, code] of list.codes.entries()) {
      const rate = rates[place] as number;
      if (code === pivot) continue;
      const { jump, stand } = this.#codes.get(code) ?? this.#begin(code);
      jump(on, rate);
      stand.add(on, rate);
    }
  }

  end(): Finding[] {
    for (const { stand } of this.#codes.values()) stand.end();
    this.#zeros.end();
    this.#findings.push(...this.#absence.end());
    this.#odd.push(...this.#outliers.end());
    // a rate that another finding names is named once
    const isNamed = ({ code, day }: Outlier) =>
      this.#findings.some((one) => one.codes.includes(code) && isWithin(day, one));
    const odd = this.#odd.filter((outlier) => !isNamed(outlier)).map(asFinding);
    return [...this.#findings, ...odd].sort(worstFirst);
  }

  #begin(code: Code): Watched {
    const begun = { jump: jumps(code, this.threshold, this.#found), stand: standstill(code, this.#found) };
    this.#codes.set(code, begun);
    return begun;
  }
}

const isWithin = (day: Day, { start, end = day }: Finding) => start <= day && day <= end;

const asFinding = ({ day, code, rate, before, after }: Outlier): Finding => ({
  kind: after === undefined ? 'jump' : 'odd',
  codes: [code],
  start: day,
  end: day,
  figures: [before, rate],
  size: Math.abs(Math.log(rate) - Math.log(before)),
});

interface Run {
  readonly start: Day;
  end: Day;
  days: number;
}

/**
 * Finds rates of 0, which older versions stored: of a code on stored days that follow one another, as one.
 */
export function zeros(found: (finding: Finding) => void) {
  const runs = new Map<string, Run>();

  /** @param dropped the codes whose stored rate is 0 */
  function add({ day, dropped = [] }: Pick<DayRates, 'day' | 'dropped'>): void {
    for (const code of runs.keys()) if (!dropped.includes(code)) end(code);
    for (const code of dropped) {
      const run = runs.get(code);
      if (!run) runs.set(code, { start: day, end: day, days: 1 });
      else Object.assign(run, { end: day, days: run.days + 1 });
    }
  }

  function end(code: string): void {
    const { start, end, days } = runs.get(code) as Run;
    runs.delete(code);
    found({ kind: 'zero', codes: [code as Code], start, end, figures: [0, days], size: days });
  }

  return { add, end: () => [...runs.keys()].forEach(end) };
}
